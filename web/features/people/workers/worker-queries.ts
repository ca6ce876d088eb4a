import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getWorker, listWorkers, type WorkerDetail } from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { workerSource } from './workers-list.tsx'

/** How many of the newest workers stand beside the form. */
const NEWEST = 10

export const workerOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [workerSource.name, 'one', id],
    queryFn: ({ signal }) => call(getWorker, { params: { staffId: Number(id) }, signal }),
    enabled: id !== undefined,
    // A worker's sessions and acts change without anybody here.
    staleTime: 0,
  })

export const newestOptions = () =>
  queryOptions({
    queryKey: [workerSource.name, 'newest'],
    queryFn: ({ signal }) => call(listWorkers, { query: { limit: NEWEST }, signal }),
  })

/** Puts what was done to a worker wherever the worker is shown. */
export function keepWorker(client: QueryClient, worker: WorkerDetail): void {
  client.setQueryData(workerOptions(String(worker.staffId)).queryKey, worker)
  replaceRow(client, workerSource, worker)
}
