import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ListColumn, ListColumnType, ListValue } from '../../../../contract/lists/define.ts'
import type { Cell, Row, XlsxColumnType, XlsxOptions } from '../../../lib/xlsx/types.ts'
import { writeXlsx } from '../../../lib/xlsx/xlsx.ts'

/** A file takes as long as its reader takes, to this end. */
export const LONGEST_MINUTES = 15

const TYPES: Record<ListColumnType, XlsxColumnType> = {
  text: 'text',
  mobile: 'text',
  number: 'integer',
  money: 'money',
  date: 'date',
  datetime: 'datetime',
}

/** Money goes out in rupees. */
const cellOf = (type: ListColumnType, value: ListValue): Cell =>
  type === 'money' && typeof value === 'number' ? value / 100 : value

export type ExportFile = {
  sheetName: string
  columns: readonly ListColumn<unknown>[]
  pages: AsyncIterable<unknown[]>
  notes: NonNullable<XlsxOptions['notes']>
}

async function* rowsOf({ pages, columns }: ExportFile): AsyncGenerator<Row[]> {
  for await (const items of pages) {
    yield items.map((item) => columns.map(({ type, value }) => cellOf(type, value(item))))
  }
}

/**
 * The rows as a spreadsheet, made while it is read. `ended` is called once, with the failure where
 * there was one: of a page, of a reader that went or took too long.
 */
export function openExportFile(file: ExportFile, ended: (failure: unknown) => void): Readable {
  const { sheetName, columns, notes } = file
  const workbook = writeXlsx({
    sheetName,
    columns: columns.map(({ header, fileHeader, type }) => ({
      header: fileHeader ?? header,
      type: TYPES[type],
    })),
    rows: rowsOf(file),
    notes,
  })
  const out = new PassThrough()
  const signal = AbortSignal.timeout(LONGEST_MINUTES * 60_000)
  void pipeline(workbook, out, { signal }).then(() => ended(null), ended)
  return out
}
