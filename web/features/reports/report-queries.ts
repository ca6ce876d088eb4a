import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  listReports,
  previewReport,
  type ReportFilters,
  type ReportType,
} from '../../../contract/reports.ts'
import { call } from '../../lib/api.ts'

const WHILE_RUNNING_MS = 3_000

export type ReportRequest = ReportFilters & { reportType: ReportType }

/** The reports I may have and what I took last; looked at again while one of them is being made. */
export function reportListOptions() {
  return queryOptions({
    queryKey: ['reports'],
    queryFn: ({ signal }) => call(listReports, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.recent.some(({ outcome }) => outcome === 'running') ? WHILE_RUNNING_MS : false,
  })
}

/** The first rows of a report. Those of other filters stay until they come, those of another report do not. */
export function previewOptions(request: ReportRequest) {
  return queryOptions({
    queryKey: ['report-preview', request.reportType, request],
    queryFn: ({ signal }) => call(previewReport, { body: request, signal }),
    placeholderData: (before, query) =>
      query?.queryKey[1] === request.reportType ? keepPreviousData(before) : undefined,
  })
}
