import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  flagOutcomes,
  listClusters,
  listScanDecisions,
} from '../../../../contract/programme/held-scans.ts'
import { call } from '../../../lib/api.ts'
import { scanSource } from './scans-list.tsx'

const AGAIN_MS = 1_500

export const clustersOptions = () =>
  queryOptions({
    queryKey: ['held-scans', 'clusters'],
    queryFn: ({ signal }) => call(listClusters, { signal }),
  })

/** Asked again while one is being applied. */
export const decisionsOptions = () =>
  queryOptions({
    queryKey: ['held-scans', 'decisions'],
    queryFn: ({ signal }) => call(listScanDecisions, { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.decisions.some(({ state }) => state === 'applying') ? AGAIN_MS : false,
  })

export const outcomesOptions = () =>
  queryOptions({
    queryKey: ['held-scans', 'outcomes'],
    queryFn: ({ signal }) => call(flagOutcomes, { signal }),
  })

export function preloadHeld(queries: QueryClient): void {
  void queries.prefetchQuery(clustersOptions())
  void queries.prefetchQuery(decisionsOptions())
  void queries.prefetchQuery(outcomesOptions())
}

/** Does it, and looks again at what waits, whether it was done or refused. */
export async function orRefetch<T>(client: QueryClient, act: () => Promise<T>): Promise<T> {
  try {
    return await act()
  } finally {
    await Promise.all([
      client.invalidateQueries({ queryKey: ['held-scans'] }),
      client.invalidateQueries({ queryKey: [scanSource.name] }),
    ])
  }
}
