import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { listParcels, type ParcelRow } from '../../../../contract/money/parcels.ts'
import type { ParcelState } from '../../../../contract/money/payment-states.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'

export const PARCELS = 'parcels'
const EVERY_MS = 30_000

/** One parcel by its number. */
export const parcelOptions = (number: string | undefined) =>
  queryOptions({
    queryKey: ['parcel', number],
    queryFn: async ({ signal }): Promise<ParcelRow> => {
      const { items } = await call(listParcels, { query: { q: number }, signal })
      const found = items.find((row) => row.number === number)
      if (!found) throw new ApiError(`There is no parcel ${number}.`, { status: 404 })
      return found
    },
    enabled: number !== undefined,
    staleTime: 0,
  })

/** How many parcels are in a state. */
export const parcelCountOptions = (status: ParcelState, enabled = true) =>
  queryOptions({
    queryKey: [PARCELS, 'count', status],
    queryFn: async ({ signal }) => {
      const query = { status: [status], limit: 1, count: 'yes' } as const
      return (await call(listParcels, { query, signal })).count
    },
    enabled,
    refetchInterval: EVERY_MS,
  })

/** Everything that shows parcels is read again. */
export function refreshParcels(client: QueryClient): Promise<unknown> {
  const keys = [PARCELS, 'parcel', 'redemptions', 'member']
  return Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}
