import { sql, type RawBuilder } from 'kysely'
import { FAILURE_CODES, failureOf } from '../../../../../contract/money/payment-states.ts'
import type { FailedPaymentsQuery } from '../../../../../contract/money/payment-queries.ts'
import { endOfDay, startOfDay } from '../../../../../contract/time.ts'
import type { Db } from '../../../../db/database.ts'
import { lookedUpPage } from '../../../../db/keyset.ts'
import { isLate } from '../../../../db/waiting.ts'
import {
  gross,
  paymentsWhere,
  rowsOf,
  since,
  type FoundPayment,
  type Orders,
  type Sought,
} from './payment-list.queries.ts'

const changed = { column: 'r.changed_at', type: 'timestamptz', of: since.of } as const
const amount = { column: 'r.amount_paise', type: 'bigint', of: gross.of } as const
const redemptionId = {
  column: 'r.redemption_id',
  type: 'bigint',
  of: (row: FoundPayment) => row.redemptionId,
} as const
const BY_CHANGE: Orders = {
  oldest: { name: 'oldest', direction: 'asc', key: [changed, redemptionId] },
  newest: { name: 'newest', direction: 'desc', key: [changed, redemptionId] },
  largest: { name: 'largest', direction: 'desc', key: [amount, redemptionId] },
}

const LAST = paymentsWhere(
  sql`p.attempt = (select max(l.attempt) from payment l where l.redemption_id = p.redemption_id)`,
)

/**
 * The last payment of each redemption that waits for another one. Found from the redemptions, which
 * are few: each changed in the moment when its payment did, for the same amount.
 */
export async function failedPage(db: Db, filters: FailedPaymentsQuery, sought: Sought) {
  const { from, to, late } = filters
  const { rowIds } = sought
  let query = db
    .selectFrom('redemption as r')
    .select(['r.redemption_id', 'r.changed_at', 'r.amount_paise'])
    .where(sql<boolean>`r.state in ('failed', 'reversed') and r.kind <> 'gift'`)
  if (sought.memberId !== undefined) query = query.where('r.member_id', '=', sought.memberId)
  if (filters.member !== undefined) query = query.where('r.member_id', '=', filters.member)
  if (from) query = query.where('r.changed_at', '>=', startOfDay(from))
  if (to) query = query.where('r.changed_at', '<', endOfDay(to))
  if (late) query = query.where(isLate('r.changed_at', 'payment'))
  if (rowIds) {
    const named = sql<string>`any(array(select redemption_id from payment
      where payment_id = any(${rowIds}::bigint[])))`
    query = query.where('r.redemption_id', '=', named)
  }
  const asked = failedBy(filters, sought)
  if (asked.length > 0) {
    const few = await fewFailed(db, asked)
    if (few) query = query.where('r.redemption_id', '=', sql<string>`any(${few}::bigint[])`)
    query = query.where(
      sql<boolean>`(select ${sql.join(asked, sql` and `)} from payment l
        where l.redemption_id = r.redemption_id order by l.attempt desc limit 1)`,
    )
  }
  const source = { query, rows: rowsOf(db, LAST), plan: 'last payments' }
  return lookedUpPage(db, [source], BY_CHANGE[filters.sort], filters)
}

/** So many redemptions are asked for their last payment one by one. */
const FEW_FAILED = 1_000

/**
 * The redemptions with a failed payment like that, as far as they are few: among all that wait they
 * would be met too seldom. Null where they are many.
 */
async function fewFailed(db: Db, asked: readonly RawBuilder<unknown>[]): Promise<string[] | null> {
  const { rows } = await sql<{ redemptionId: string }>`
    select l.redemption_id as "redemptionId" from payment l
    where l.state in ('failed', 'declined', 'reversed') and ${sql.join(asked, sql` and `)}
    limit ${FEW_FAILED + 1}`.execute(db)
  return rows.length > FEW_FAILED ? null : rows.map(({ redemptionId }) => redemptionId)
}

/** What the last payment `l` of a redemption must be. */
function failedBy(
  { provider, kind, status, class: classes }: FailedPaymentsQuery,
  { rowIds, utr }: Sought,
): RawBuilder<unknown>[] {
  const asked: RawBuilder<unknown>[] = []
  if (rowIds) asked.push(sql`l.payment_id = any(${rowIds}::bigint[])`)
  if (utr !== undefined) asked.push(sql`l.utr = ${utr}`)
  if (provider) asked.push(sql`l.provider = any(${provider}::text[])`)
  if (kind) asked.push(sql`l.kind = any(${kind}::text[])`)
  if (status) asked.push(sql`l.state = any(${status}::text[])`)
  if (classes) {
    const codes = FAILURE_CODES.filter((code) => classes.includes(failureOf(code).class))
    const named = sql`l.failure_code = any(${codes}::text[])`
    asked.push(sql`l.state <> 'declined'`)
    // A reversal whose reason nobody gave is one that the bank returned.
    asked.push(codes.includes('returned') ? sql`(${named} or l.failure_code is null)` : named)
  }
  return asked
}
