import { Refusal } from '../pictures/refusal.ts'
import { mergedColumns, mergesOf } from './merges.ts'
import { noWorkbook } from './no-workbook.ts'
import { rowBuilder } from './sheet-rows.ts'
import { MAX_COLUMNS, type SheetRow } from './table.ts'
import { unpackText } from './unpack.ts'
import { openWorkbook } from './workbook-parts.ts'
import { xmlScanner } from './xml-scanner.ts'
import { zipEntries } from './zip-directory.ts'

const MB = 1024 * 1024

/**
 * Rows of the first sheet as they are unpacked, each cell as text: numbers plain, days as 2026-11-20.
 * Formulas, errors and merged cells are marked. `maxUnpacked` are bytes, by what the file says of
 * itself; one that lies is refused too.
 */
export async function* readWorkbook(
  zip: Buffer,
  { maxUnpacked }: { maxUnpacked: number },
): AsyncGenerator<SheetRow> {
  const entries = zipEntries(zip)
  if (entries === null) throw noWorkbook()
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0)
  if (unpacked > maxUnpacked) {
    const most = maxUnpacked / MB
    throw new Refusal(
      `This file unpacks to more than ${most} MB. Copy the rows into a new workbook.`,
    )
  }
  try {
    const book = await openWorkbook(zip, entries)
    const merged = mergedColumns(await mergesOf(zip, book.sheet))
    const { handler, take } = rowBuilder(book)
    const scanner = xmlScanner(handler)
    for await (const text of unpackText(zip, book.sheet)) {
      scanner.push(text)
      yield* withMerges(take(), merged)
    }
    scanner.end()
    yield* withMerges(take(), merged)
  } catch (error) {
    throw error instanceof Refusal ? error : noWorkbook(error)
  }
}

function* withMerges(
  rows: readonly SheetRow[],
  merged: ReturnType<typeof mergedColumns>,
): Generator<SheetRow> {
  for (const row of rows) {
    const columns = merged(row.line, MAX_COLUMNS)
    for (const column of columns) row.marks?.push({ column, kind: 'merged' })
    yield row
  }
}
