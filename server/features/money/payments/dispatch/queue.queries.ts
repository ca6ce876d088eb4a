import { sql } from 'kysely'
import type { MemberKind } from '../../../../../contract/people/members.ts'
import type { Db, Tx } from '../../../../db/database.ts'

export type Candidate = { paymentId: string; redemptionId: string }

/**
 * The oldest payment in the queue of the provider that is paid over HTTP; its redemption is locked.
 * One that somebody else works at, or whose redemption waits for a person, is passed over.
 */
export async function nextQueued(tx: Tx, skip: readonly string[]): Promise<Candidate | null> {
  const { rows } = await sql<Candidate>`
    select p.payment_id as "paymentId", r.redemption_id as "redemptionId"
    from payment p join redemption r using (redemption_id)
    where p.state = 'queued' and p.provider = 'razorpayx'
      and p.payment_id <> all(${skip}::bigint[])
      and not exists (select from payment_alert a
        where a.redemption_id = r.redemption_id and a.resolved_at is null)
    order by p.payment_id limit 1
    for update of r skip locked`.execute(tx)
  return rows[0] ?? null
}

/** Whom a payment is made to, for the provider and for the tax. */
export async function payeeOf(
  tx: Tx,
  memberId: number,
): Promise<{ code: string; name: string; kind: MemberKind }> {
  return tx
    .selectFrom('member')
    .select(['code', 'name', 'kind'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

/** Payments whose provider is due to be asked, those that wait longest first. */
export async function dueToPoll(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment')
    .select('payment_id as paymentId')
    .where('next_poll_at', '<=', now)
    .where('provider', '=', 'razorpayx')
    .orderBy('next_poll_at')
    .limit(limit)
    .execute()
  return rows.map(({ paymentId }) => paymentId)
}
