import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getMonth,
  getSettlement,
  listMonths,
  listSettlementMembers,
  listSettlementTransfers,
  type MonthRow,
  type PointFigure,
  type SettlementDetail,
} from '../../../../contract/money/settlements.ts'
import { call } from '../../../lib/api.ts'

const COMPUTING_MS = 1_500
const ALL = 'settlements'

/** The place of a page in a list by key. */
export type Place = { after?: string | undefined; before?: string | undefined; limit: number }

export const monthsOptions = () =>
  queryOptions({
    queryKey: [ALL, 'months'],
    queryFn: ({ signal }) => call(listMonths, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.months.some(({ computing }) => computing) ? COMPUTING_MS : false,
  })

/** One month with its distributors; looked at again and again while it is computed. */
export const monthOptions = (month: string | undefined) =>
  queryOptions({
    queryKey: [ALL, 'month', month],
    queryFn: ({ signal }) => call(getMonth, { params: { month: month ?? '' }, signal }),
    enabled: month !== undefined,
    refetchInterval: ({ state }) => (state.data?.month.computing ? COMPUTING_MS : false),
  })

const paramsOf = (month: string, id: string) => ({ month, distributorId: Number(id) })

export const settlementOptions = (month: string, id: string | undefined) =>
  queryOptions({
    queryKey: [ALL, 'one', month, id],
    queryFn: ({ signal }) => call(getSettlement, { params: paramsOf(month, id ?? ''), signal }),
    enabled: id !== undefined,
  })

export const transfersOptions = (
  { month, distributorId }: Pick<SettlementDetail, 'month' | 'distributorId'>,
  figure: PointFigure,
  place: Place,
) =>
  queryOptions({
    queryKey: [ALL, 'transfers', month, distributorId, figure, place],
    queryFn: ({ signal }) =>
      call(listSettlementTransfers, {
        params: { month, distributorId },
        query: { figure, ...place, count: 'yes' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

export const membersOptions = (
  { month, distributorId }: Pick<SettlementDetail, 'month' | 'distributorId'>,
  place: Place,
) =>
  queryOptions({
    queryKey: [ALL, 'members', month, distributorId, place],
    queryFn: ({ signal }) =>
      call(listSettlementMembers, {
        params: { month, distributorId },
        query: { ...place, count: 'yes' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** Whatever was done has consequences in the sums as well: all of it is read again. */
export function refreshSettlements(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: [ALL] })
}

/** Puts what an act made of a settlement in its place, and has the rest read again. */
export function keepSettlement(client: QueryClient, settlement: SettlementDetail): void {
  const { month, distributorId } = settlement
  client.setQueryData(settlementOptions(month, String(distributorId)).queryKey, settlement)
  void refreshSettlements(client)
}

/** Puts a month that is being computed in its place, so that it is looked at until it is done. */
export function keepMonth(client: QueryClient, row: MonthRow): void {
  client.setQueryData(
    monthOptions(row.month).queryKey,
    (before) => before && { ...before, month: row },
  )
  client.setQueryData(
    monthsOptions().queryKey,
    (before) =>
      before && { months: before.months.map((one) => (one.month === row.month ? row : one)) },
  )
  void refreshSettlements(client)
}
