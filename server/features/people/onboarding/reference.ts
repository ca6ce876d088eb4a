import { isId } from '../../../lib/ids.ts'

/** A refused row, as an error file names it. */
export type RowName = { uploadId: string; rowNo: number }

export const referenceOf = ({ uploadId, rowNo }: RowName) => `${uploadId}-${rowNo}`

/** Which refused row a cell of the column Reference means; null where it means none. */
export function readReference(text: string): RowName | null {
  const [, uploadId = '', rowNo = ''] = /^(\d{1,19})-(\d{1,7})$/.exec(text.trim()) ?? []
  return isId(uploadId) ? { uploadId, rowNo: Number(rowNo) } : null
}
