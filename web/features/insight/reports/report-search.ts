import type { z } from 'zod'
import {
  REPORT_FILTERS,
  reportFilters,
  reportType,
  type ReportFilter,
  type ReportFilters,
  type listReports,
} from '../../../../contract/insight/reports.ts'

export type ReportList = z.output<typeof listReports.response>
export type ReportChoice = ReportList['reports'][number]

/** The chosen report and its filters, in the address. */
export const reportSearch = reportFilters.extend({ reportType: reportType.optional() })
export type ReportSearch = z.output<typeof reportSearch>

/** Of the filters in the address, those that the report has. */
export function filtersFor(report: ReportChoice, search: ReportSearch): ReportFilters {
  const known = report.filters.filter((name: ReportFilter) => search[name] !== undefined)
  return reportFilters.parse(Object.fromEntries(known.map((name) => [name, search[name]])))
}

/** What goes of the address when another report is chosen: the filters that it lacks. */
export function withoutFilters(kept: readonly ReportFilter[]): Partial<ReportSearch> {
  const gone = REPORT_FILTERS.filter((name) => !kept.includes(name))
  return Object.fromEntries(gone.map((name) => [name, undefined]))
}
