import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getScheme,
  getSimulation,
  type SchemeDetail,
  type Simulation,
} from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { schemeSource } from './schemes-list.tsx'

const RUNNING_MS = 1000
/** After a failure more slowly, so that a server in need is not pressed. */
const AFTER_FAILURE_MS = 5000

export const isUnderWay = (simulation: Simulation | null | undefined): boolean =>
  simulation?.state === 'queued' || simulation?.state === 'running'

export const schemeOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: ['schemes', 'one', id],
    queryFn: async ({ signal, client }) => {
      const scheme = await call(getScheme, { params: { schemeId: Number(id) }, signal })
      replaceRow(client, schemeSource, scheme)
      return scheme
    },
    enabled: id !== undefined,
  })

/** How far a simulation is, asked again while it runs; what comes is put into the scheme. */
export const simulationOptions = ({ schemeId, simulation }: SchemeDetail) =>
  queryOptions({
    queryKey: ['schemes', 'simulation', schemeId],
    queryFn: async ({ signal, client }) => {
      const now = await call(getSimulation, { params: { schemeId }, signal })
      keepSimulation(client, now)
      return now
    },
    enabled: isUnderWay(simulation),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.error ? AFTER_FAILURE_MS : RUNNING_MS),
  })

/** Puts what an act made of a scheme wherever the scheme is shown. */
export function keepScheme(client: QueryClient, scheme: SchemeDetail): void {
  client.setQueryData(schemeOptions(String(scheme.schemeId)).queryKey, scheme)
  replaceRow(client, schemeSource, scheme)
}

/** One that was asked for elsewhere meanwhile is newer than the one that is known. */
export function keepSimulation(client: QueryClient, simulation: Simulation): void {
  client.setQueryData(
    schemeOptions(String(simulation.schemeId)).queryKey,
    (scheme) => scheme && { ...scheme, simulation },
  )
}
