import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getDashboard, type Comparison } from '../../../../contract/insight/dashboard.ts'
import { call } from '../../../lib/api.ts'
import type { Days } from './period.ts'

export type { Dashboard } from '../../../../contract/insight/dashboard-targets.ts'

/** Beside what is told to happen: figures that no event tells of are never older than this. */
const EVERY_MS = 30_000
/** After a failure sooner, as nothing may be told then. */
const AFTER_FAILURE_MS = 10_000

export const DASHBOARD_KEY = 'dashboard'

/** The figures of a period; they refresh by themselves while the page can be seen. */
export function dashboardOptions({ from, to }: Days, compare: Comparison) {
  return queryOptions({
    queryKey: [DASHBOARD_KEY, from, to, compare],
    queryFn: ({ signal }) => call(getDashboard, { query: { from, to, compare }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.error ? AFTER_FAILURE_MS : EVERY_MS),
  })
}
