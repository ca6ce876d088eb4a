import { EncryptedFileError } from 'hucre'
import { streamXlsxRows } from 'hucre/xlsx'
import { Refusal } from '../pictures/refusal.ts'
import type { SheetRow } from './table.ts'
import { unpackedBytes } from './zip-directory.ts'

/** Tens of thousands of rows of XML are far below it. */
const MAX_UNPACKED = 64 * 1024 * 1024
const NO_WORKBOOK = 'This is not an Excel workbook (xlsx), or it is damaged. Save it anew.'

/** Rows of the first sheet, each cell as text: numbers plain, days as 2026-11-20. */
export async function* readWorkbook(bytes: Buffer): AsyncGenerator<SheetRow> {
  const unpacked = unpackedBytes(bytes)
  if (unpacked === null) throw new Refusal(NO_WORKBOOK)
  if (unpacked > MAX_UNPACKED) {
    throw new Refusal('This file unpacks to more than 64 MB. Copy the rows into a new workbook.')
  }
  try {
    for await (const { index, values } of streamXlsxRows(new Uint8Array(bytes))) {
      if (!Number.isInteger(index) || index < 0) throw new Refusal(NO_WORKBOOK)
      yield { line: index + 1, cells: values.map(cellText) }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error
    if (error instanceof EncryptedFileError) {
      throw new Refusal('This workbook is protected by a password. Save it without one.')
    }
    throw new Refusal(NO_WORKBOOK, { cause: error })
  }
}

/** Excel shows fifteen digits; the sixteenth is noise of the binary number. */
const DIGITS = 15

function cellText(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value
    case 'number':
      return numberText(value)
    case 'boolean':
      return value ? 'TRUE' : 'FALSE'
    default:
      return value instanceof Date ? dateText(value) : ''
  }
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return ''
  if (Number.isInteger(value)) return BigInt(value).toString()
  const rounded = Number(value.toPrecision(DIGITS))
  // Without an exponent: 0.0000001 is not 1e-7 to whoever reads the cell.
  return /e/.test(String(rounded)) ? rounded.toFixed(DIGITS).replace(/\.?0+$/, '') : String(rounded)
}

/** A day, with the time behind it where it is not midnight. */
function dateText(value: Date): string {
  if (Number.isNaN(value.getTime())) return ''
  const [day = '', time = ''] = new Date(Math.round(value.getTime() / 1000) * 1000)
    .toISOString()
    .split(/[T.]/)
  return time === '00:00:00' ? day : `${day} ${time}`
}
