import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { plantBatches } from '../../../../contract/programme/coupons.ts'
import {
  findPlantCoupon,
  myShift,
  plantReconciliation,
} from '../../../../contract/programme/plant.ts'
import type { Shift } from '../../../../contract/people/shifts.ts'
import { call } from '../../../lib/api.ts'

const REFRESH_MS = 30_000
/** What begins the keys of everything that an activation changes. */
export const PLANT_KEY = ['plant'] as const

/** The lots of my plant that can be activated. */
export const lotsOptions = () =>
  queryOptions({
    queryKey: [...PLANT_KEY, 'lots'],
    queryFn: ({ signal }) => call(plantBatches, { signal }),
  })

/** What a text names: a pack, a carton, or nothing of mine. Not asked while there is no text. */
export const foundOptions = (q: string) =>
  queryOptions({
    queryKey: [...PLANT_KEY, 'find', q],
    queryFn: ({ signal }) => call(findPlantCoupon, { query: { q }, signal }),
    enabled: q !== '',
    gcTime: 60_000,
  })

/** Where every coupon of a lot of my plant is. */
export const reconciliationOptions = (batchId: number | null) =>
  queryOptions({
    queryKey: [...PLANT_KEY, 'reconciliation', batchId],
    queryFn: ({ signal }) =>
      call(plantReconciliation, { params: { batchId: batchId ?? 0 }, signal }),
    enabled: batchId !== null,
  })

/** A shift of a day, both as the server chooses where they are not given; asked again by itself. */
export const shiftOptions = (asked: { day?: string | undefined; shift?: Shift | undefined }) =>
  queryOptions({
    queryKey: [...PLANT_KEY, 'shift', asked.day ?? null, asked.shift ?? null],
    queryFn: ({ signal }) => call(myShift, { query: asked, signal }),
    refetchInterval: REFRESH_MS,
    placeholderData: keepPreviousData,
  })
