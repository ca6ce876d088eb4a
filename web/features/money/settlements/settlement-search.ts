import { z } from 'zod'
import { many } from '../../../../contract/paging.ts'
import {
  month,
  settlementState,
  type SettlementRow,
} from '../../../../contract/money/settlements.ts'
import { closingOf, earnedOf, redeemedOf } from './figures.ts'

/** How far it went since the month before; null where that is not known. */
export const changeOf = (row: SettlementRow): number | null =>
  row.before && closingOf(row) - closingOf(row.before)

/** What the rows can be put in order by, the largest first. */
const BY = {
  opening: (row) => row.opening,
  earned: earnedOf,
  redeemed: redeemedOf,
  expired: (row) => row.expired,
  adjusted: (row) => row.adjusted,
  outstanding: closingOf,
  charges: (row) => row.chargePaise,
  change: (row) => changeOf(row) ?? 0,
} as const satisfies Record<string, (row: SettlementRow) => number>
type By = keyof typeof BY
const BYS = Object.keys(BY) as By[]
const UP = '-up'

const SORTS = ['name', 'name-down', ...BYS, ...BYS.map((by) => `${by}${UP}` as const)] as const

/** The address of the page: which month, which of its distributors, in which order. */
export const settlementSearch = z.object({
  month: month.optional(),
  q: z.string().trim().max(60).optional(),
  status: many(settlementState),
  reopen: z.enum(['yes'], 'Say reopen=yes, or leave it out.').optional(),
  sort: z.enum(SORTS, { error: 'There is no such order.' }).default('name'),
})
export type SettlementSearch = z.output<typeof settlementSearch>

export const SETTLEMENT_ORDERS = [
  { value: 'name', label: 'By name' },
  { value: 'outstanding', label: 'Most outstanding first' },
  { value: 'earned', label: 'Most earned first' },
  { value: 'redeemed', label: 'Most redeemed first' },
  { value: 'charges', label: 'Highest charges first' },
  { value: 'change', label: 'Greatest rise first' },
]

/** The orders of a column, the first click's first. */
export const ordersOf = (by: By) => ({ descending: by, ascending: by + UP })

function comparison(
  sort: SettlementSearch['sort'],
): (a: SettlementRow, b: SettlementRow) => number {
  const byName = (a: SettlementRow, b: SettlementRow): number =>
    a.distributorName.localeCompare(b.distributorName, 'en-IN')
  const by = BYS.find((one) => sort === one || sort === one + UP)
  if (!by) return sort === 'name' ? byName : (a, b) => byName(b, a)
  const valueOf = BY[by]
  const direction = sort === by ? -1 : 1
  return (a, b) => direction * (valueOf(a) - valueOf(b)) || byName(a, b)
}

/** The rows that the address asks for, in its order. */
export function selectedRows(
  rows: readonly SettlementRow[],
  { q, status, reopen, sort }: SettlementSearch,
): SettlementRow[] {
  const wanted = q?.toLowerCase() ?? ''
  return rows
    .filter(
      (row) =>
        `${row.distributorName} ${row.distributorCode}`.toLowerCase().includes(wanted) &&
        (status === undefined || status.includes(row.state)) &&
        (reopen === undefined || row.reopenAsked),
    )
    .toSorted(comparison(sort))
}
