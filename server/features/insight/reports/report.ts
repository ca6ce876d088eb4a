import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { ReportFilter, ReportFilters } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { XlsxColumn } from '../../../lib/xlsx/types.ts'

/**
 * A column with the SQL of its value, as writeXlsx wants it from a COPY. Of one that is sealed `sql`
 * is what a page may show, and `whole` the digest by which a file that may hold it opens it.
 */
export type ReportColumn = XlsxColumn & { sql: string; whole?: string }

/** Where a report's rows come from. Joins are left joins on unique keys: a count leaves them out. */
export type ReportRows = { from: string; where: string[]; orderBy: string }

/** What some reports reckon with: the moment, after how many months points expire, what one is worth. */
export type Programme = { now: Date; expireMonths: number; pointValuePaise: number }

/** A report as data: preview, count and file are made of one and the same query. */
export type Report = {
  description: string
  /** Who sees this page may have the report. */
  page: string
  /** Who else may. */
  also?: readonly Role[]
  /** These alone, whoever sees the page. */
  only?: readonly Role[]
  /** With sealed columns opened, for so many days at most. */
  mostDays?: number
  /** No member stands in it, only things, staff, firms or sums, so an erasure leaves it. */
  withoutMembers?: true
  filters: readonly ReportFilter[]
  columns: readonly ReportColumn[]
  rows(filters: ReportFilters, programme: Programme): ReportRows
}

function fromWhere({ from, where }: ReportRows): string {
  return where.length === 0 ? `from ${from}` : `from ${from} where ${where.join(' and ')}`
}

/** The report's rows, in its order and with its columns; `opened` has digests in place of masks. */
export function selectOf(
  report: Report,
  filters: ReportFilters,
  { programme, opened = false }: { programme: Programme; opened?: boolean },
): string {
  const rows = report.rows(filters, programme)
  const columns = report.columns.map(
    ({ sql, whole = sql }, index) => `${opened ? whole : sql} as c${index}`,
  )
  return `select ${columns.join(', ')} ${fromWhere(rows)} order by ${rows.orderBy}`
}

/** How many rows it has, however many. */
export function countOfAll(report: Report, filters: ReportFilters, programme: Programme): string {
  return `select count(*)::int as count ${fromWhere(report.rows(filters, programme))}`
}

/** How many rows it has, as lists count: exact to 10,000, 10,001 beyond. */
export function countOf(report: Report, filters: ReportFilters, programme: Programme): string {
  return countUpTo(report, filters, { programme, most: COUNT_LIMIT })
}

/** The same, exact to `most`. */
export function countUpTo(
  report: Report,
  filters: ReportFilters,
  { programme, most }: { programme: Programme; most: number },
): string {
  const rows = `select 1 ${fromWhere(report.rows(filters, programme))} limit ${most + 1}`
  return `select count(*)::int as count from (${rows}) as counted`
}
