import { unpack } from './unpack.ts'
import type { ZipEntry } from './zip-directory.ts'

/** Cells that are one, by rows as the spreadsheet numbers them and columns from 0. */
export type Merge = { fromRow: number; toRow: number; fromColumn: number; toColumn: number }

const END_OF_ROWS = Buffer.from('sheetData>')
const MAX_TAIL = 8 * 1024 * 1024
const MERGE =
  /<(?:\w+:)?mergeCell\s[^>]*?ref\s*=\s*["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/g

/**
 * The merged cells of a sheet, by their first row. They are told behind its rows: so the sheet is
 * unpacked once for them alone, and nothing but what follows the rows is looked at.
 */
export async function mergesOf(zip: Buffer, sheet: ZipEntry): Promise<Merge[]> {
  let before = Buffer.alloc(0)
  let tail: Buffer[] = []
  let bytes = 0
  for await (const chunk of unpack(zip, sheet)) {
    const seen = Buffer.concat([before, chunk])
    const end = seen.lastIndexOf(END_OF_ROWS)
    if (end >= 0) tail = [seen.subarray(end)]
    else if (tail.length > 0) tail.push(chunk)
    bytes = end >= 0 ? seen.length - end : bytes + chunk.length
    if (tail.length > 0 && bytes > MAX_TAIL && end < 0) tail.pop()
    before = Buffer.from(chunk.subarray(-END_OF_ROWS.length + 1))
  }
  const merges: Merge[] = []
  for (const [, from = '', fromRow, to = '', toRow] of Buffer.concat(tail)
    .toString('latin1')
    .matchAll(MERGE)) {
    merges.push({
      fromRow: Number(fromRow),
      toRow: Number(toRow),
      fromColumn: columnIndex(from),
      toColumn: columnIndex(to),
    })
  }
  return merges.toSorted((a, b) => a.fromRow - b.fromRow)
}

/** `A` is 0, `Z` is 25, `AA` is 26. */
export function columnIndex(letters: string): number {
  let index = 0
  for (const letter of letters) index = index * 26 + letter.charCodeAt(0) - 64
  return index - 1
}

/** Gives, for rows that ascend, the columns of a row that are part of a merged cell. */
export function mergedColumns(merges: readonly Merge[]): (row: number, width: number) => number[] {
  let next = 0
  let open: Merge[] = []
  return (row, width) => {
    for (let merge = merges[next]; merge && merge.fromRow <= row; merge = merges[++next]) {
      open.push(merge)
    }
    if (open.length === 0) return []
    open = open.filter(({ toRow }) => toRow >= row)
    const columns = new Set<number>()
    for (const { fromColumn, toColumn } of open) {
      for (let at = fromColumn; at <= Math.min(toColumn, width - 1); at++) columns.add(at)
    }
    return [...columns].toSorted((a, b) => a - b)
  }
}
