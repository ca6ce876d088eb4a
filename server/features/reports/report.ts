import type { ReportFilter, ReportFilters } from '../../../contract/reports.ts'
import type { Role } from '../../../contract/roles.ts'
import type { XlsxColumn } from '../../lib/xlsx/types.ts'

/** A column with the SQL of its value, as writeXlsx wants it from a COPY. */
export type ReportColumn = XlsxColumn & { sql: string }

/** Where a report's rows come from. Joins are left joins on unique keys: a count leaves them out. */
export type ReportRows = { from: string; where: string[]; orderBy: string }

/** A report as data: preview, count and file are made of one and the same query. */
export type Report = {
  description: string
  /** Who sees this page may have the report. */
  page: string
  /** Who else may. */
  also?: readonly Role[]
  filters: readonly ReportFilter[]
  columns: readonly ReportColumn[]
  rows(filters: ReportFilters): ReportRows
}

function fromWhere({ from, where }: ReportRows): string {
  return where.length === 0 ? `from ${from}` : `from ${from} where ${where.join(' and ')}`
}

/** The report's rows, in its order and with its columns. */
export function selectOf(report: Report, filters: ReportFilters): string {
  const rows = report.rows(filters)
  const columns = report.columns.map(({ sql }, index) => `${sql} as c${index}`)
  return `select ${columns.join(', ')} ${fromWhere(rows)} order by ${rows.orderBy}`
}

export function countOf(report: Report, filters: ReportFilters): string {
  return `select count(*)::float8 as count ${fromWhere(report.rows(filters))}`
}
