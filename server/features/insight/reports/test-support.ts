import { readXlsx } from 'hucre'
import { expect } from 'vitest'
import {
  downloadReport,
  previewReport,
  type ReportType,
} from '../../../../contract/insight/reports.ts'
import type { TestServer } from '../../../test/server.ts'

export type Cell = string | number | boolean | Date | null
export type FileRow = Record<string, Cell>

/**
 * A report as an independent reader reads its file: rows by their headers, the row of totals where
 * there is one, and all of it as text. Whatever the report, its totals are the sums of their cells,
 * and its preview has the same columns and count.
 */
export async function fileOf(
  server: TestServer,
  { token }: { token: string },
  reportType: ReportType,
  filters: object = {},
) {
  const body = { reportType, ...filters }
  const answer = await server.raw(downloadReport, { token, body })
  expect(answer.status, reportType).toBe(200)
  const { sheets } = await readXlsx(new Uint8Array(await answer.arrayBuffer()))
  const [header = [], ...rows] = (sheets[0]?.rows ?? []) as Cell[][]
  const byHeader = (row: Cell[]): FileRow =>
    Object.fromEntries(header.map((name, index) => [String(name), row[index] ?? null]))
  const total = rows.at(-1)?.[0] === 'Total' ? rows.pop() : undefined
  const file = { rows: rows.map(byHeader), total: total && byHeader(total) }
  for (const [name, sum] of Object.entries(file.total ?? {})) {
    if (typeof sum !== 'number') continue
    const cells = file.rows.map((row) => Number(row[name] ?? 0))
    expect(sum, `${reportType}: ${name}`).toBeCloseTo(
      cells.reduce((one, other) => one + other, 0),
      6,
    )
  }
  const preview = await server.call(previewReport, { token, body })
  expect(preview.body.columns.map((column) => column.header)).toEqual(header)
  expect(preview.body.count).toBe(rows.length)
  return { ...file, text: JSON.stringify(sheets) }
}

/** A moment as the cell of a date holds it: wall time in India, to the second. */
export function wall(at: string | Date | null): string | null {
  if (at === null) return null
  const ms = Math.round(new Date(at).getTime() / 1000) * 1000 + 330 * 60_000
  return new Date(ms).toISOString().slice(0, 19)
}
export const cellTime = (cell: Cell | undefined): string | null =>
  cell instanceof Date
    ? new Date(Math.round(cell.getTime() / 1000) * 1000).toISOString().slice(0, 19)
    : null
