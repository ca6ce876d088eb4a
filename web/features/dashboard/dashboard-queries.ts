import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { getDashboard } from '../../../contract/dashboard.ts'
import { call } from '../../lib/api.ts'
import type { Days } from './period.ts'

export type Dashboard = z.output<typeof getDashboard.response>

const EVERY_MS = 2_000
/** After a failure more slowly, so that a server in need is not pressed. */
const AFTER_FAILURE_MS = 10_000

/** The figures of a period; they refresh by themselves while the page can be seen. */
export function dashboardOptions(days: Days) {
  return queryOptions({
    queryKey: ['dashboard', days],
    queryFn: ({ signal }) => call(getDashboard, { query: days, signal }),
    placeholderData: keepPreviousData,
    staleTime: 1_000,
    refetchInterval: ({ state }) => (state.error ? AFTER_FAILURE_MS : EVERY_MS),
  })
}
