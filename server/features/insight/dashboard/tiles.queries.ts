import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { PaymentState } from '../../../../contract/money/payment-states.ts'
import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { Tx } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import type { Period } from './period.ts'

async function one(tx: Tx, query: ReturnType<typeof sql<{ value: number }>>): Promise<number> {
  const { rows } = await query.execute(tx)
  return rows[0]?.value ?? 0
}

/** Points that left for good, whether or not the payment came back later. */
export function pointsRedeemed(tx: Tx, period: Period): Promise<number> {
  const { from = null, before = null } = idsOfDays(period)
  return one(
    tx,
    sql`select coalesce(sum(points), 0)::float8 as value from transfer
      where kind = ${sql.raw(String(TRANSFER_KINDS.redemption_paid))} and id >= ${from} and id < ${before}`,
  )
}

export type Owed = { available: number; held: number }

/** What members could claim now. */
export async function owedNow(tx: Tx): Promise<Owed> {
  const { rows } = await sql<Owed>`
    select coalesce(sum(available), 0)::float8 as available, coalesce(sum(held), 0)::float8 as held
    from member_account`.execute(tx)
  return rows[0] ?? { available: 0, held: 0 }
}

/** Who had joined by the end of a day. */
export const membersBy = (tx: Tx, day: string): Promise<number> =>
  one(tx, sql`select count(*)::float8 as value from member where joined_at < ${endOfDay(day)}`)

/** Scans of a period whose held points were taken back, to 10,001. */
export function scansReversed(tx: Tx, period: Period): Promise<number> {
  const { from = null, before = null } = idsOfDays(period)
  return one(
    tx,
    sql`select count(*)::int as value from (select from scan
      where review = 2 and id >= ${from} and id < ${before} limit ${COUNT_LIMIT + 1}) found`,
  )
}

/** Payments that arrived in a period and came back, to 10,001. */
export const paymentsReversed = (tx: Tx, { from, to }: Period): Promise<number> =>
  one(
    tx,
    sql`select count(*)::int as value from (select from payment
      where state = 'reversed' and processed_at >= ${startOfDay(from)}
        and processed_at < ${endOfDay(to)} limit ${COUNT_LIMIT + 1}) found`,
  )

/** Tax on benefits of a period that stand. */
export const taxDeducted = (tx: Tx, { from, to }: Period): Promise<number> =>
  one(
    tx,
    sql`select coalesce(sum(tax_paise), 0)::float8 as value from benefit
      where given_on between ${from}::date and ${to}::date and undone_at is null`,
  )

/** Payments begun in a period. An id is never older than the payment, so the key finds them. */
const begun = ({ from, to }: Period) => sql`
  payment_id >= ${firstIdAt(startOfDay(from))}
  and initiated_at >= ${startOfDay(from)} and initiated_at < ${endOfDay(to)}`

export const paidOut = (tx: Tx, period: Period): Promise<number> =>
  one(
    tx,
    sql`select coalesce(sum(net_paise), 0)::float8 as value from payment
      where state = 'processed' and ${begun(period)}`,
  )

export type Payouts = {
  state: PaymentState | null
  day: string | null
  attempts: number
  netPaise: number
  paidPaise: number
}

/** Payments begun in a period: by their state, and by the day on which they were begun. */
export async function payouts(tx: Tx, period: Period): Promise<Payouts[]> {
  const { rows } = await sql<Payouts>`
    select state, day, count(*)::int as attempts, coalesce(sum(net_paise), 0)::float8 as "netPaise",
      coalesce(sum(net_paise) filter (where state = 'processed'), 0)::float8 as "paidPaise"
    from (select state, net_paise, (initiated_at at time zone 'Asia/Kolkata')::date as day
      from payment where ${begun(period)}) b
    group by grouping sets ((state), (day))`.execute(tx)
  return rows
}
