import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { listPreparedReports } from '../../../../contract/insight/report-jobs.ts'
import {
  listReports,
  previewReport,
  type ReportRequest,
} from '../../../../contract/insight/reports.ts'
import { call } from '../../../lib/api.ts'

const WHILE_RUNNING_MS = 3_000

const WHILE_PREPARED_MS = 2_000

export type { ReportRequest }

/** The reports I may have and what I took last; looked at again while one of them is being made. */
export function reportListOptions() {
  return queryOptions({
    queryKey: ['reports'],
    queryFn: ({ signal }) => call(listReports, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.recent.some(({ outcome }) => outcome === 'running') ? WHILE_RUNNING_MS : false,
  })
}

/** My reports that are made in the background or are ready; looked at again while one is made. */
export function preparedOptions() {
  return queryOptions({
    queryKey: ['report-jobs'],
    queryFn: ({ signal }) => call(listPreparedReports, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ state: stands }) => stands === 'waiting' || stands === 'running')
        ? WHILE_PREPARED_MS
        : false,
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
