import { buffer } from 'node:stream/consumers'
import { readXlsx, type Sheet } from 'hucre'
import type { Row, RowChunks, XlsxLimits, XlsxOptions } from './types.ts'
import { writeXlsx } from './xlsx.ts'

/** One chunk of typed rows. */
export async function* inOneChunk(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows
}

function copyField(value: Row[number]): string {
  if (value === null || value === undefined) return '\\N'
  const escapes: Record<string, string> = {
    '\\': '\\\\',
    '\b': '\\b',
    '\f': '\\f',
    '\n': '\\n',
    '\r': '\\r',
    '\t': '\\t',
    '\v': '\\v',
  }
  return String(value).replace(/[\s\S]/g, (unit) => escapes[unit] ?? unit)
}

/** Rows as PostgreSQL would send them, cut every `size` bytes without regard to rows. */
export async function* asCopy(rows: readonly Row[], size = 65_536): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(rows.map((row) => `${row.map(copyField).join('\t')}\n`).join(''))
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

type Given = Partial<Omit<XlsxOptions, 'rows'>> & { rows: RowChunks }

/** Writes a workbook and has it read by another hand. */
export async function writeAndRead(
  options: Given & Pick<XlsxOptions, 'columns'>,
  limits: Partial<XlsxLimits> = {},
): Promise<Sheet[]> {
  const file = await buffer(writeXlsx({ sheetName: 'Report', ...options }, limits))
  const { sheets } = await readXlsx(new Uint8Array(file), { readStyles: true })
  return sheets
}

export function firstSheet(sheets: readonly Sheet[]): Sheet {
  const [sheet] = sheets
  if (!sheet) throw new Error('No sheet')
  return sheet
}
