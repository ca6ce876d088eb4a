import { sql } from 'kysely'
import { number, type Tx } from '../../../db/database.ts'

export async function countWaitingAdjustments(tx: Tx, memberId: number): Promise<number> {
  const { waiting } = await tx
    .selectFrom('points_adjustment')
    .select((select) => number(select.fn.countAll()).as('waiting'))
    .where('member_id', '=', memberId)
    .where('state', '=', 'requested')
    .executeTakeFirstOrThrow()
  return waiting
}

/** Puts a pseudonym in the place of a person. State, kind and distributor stay: totals need them. */
export async function erasePerson(
  tx: Tx,
  { memberId, at, reason }: { memberId: number; at: Date; reason: string },
): Promise<void> {
  await tx
    .updateTable('member')
    .set({
      name: 'Erased member',
      mobile: `erased-${memberId}`,
      city: '',
      latin_name: null,
      pincode: null,
      language: 'en',
      blocked_reason: reason,
      erased_at: at,
    })
    .where('member_id', '=', memberId)
    .execute()
  await tx.deleteFrom('member_change').where('member_id', '=', memberId).execute()
  await tx
    .updateTable('member_account')
    .set({ blocked: true, last_scan_at: null, last_lat: null, last_lng: null })
    .where('member_id', '=', memberId)
    .execute()
}

/** Ends a change of mobile that waits, and gives the number that was wanted. */
export async function endMobileChange(tx: Tx, memberId: number): Promise<string[]> {
  const rows = await tx
    .deleteFrom('mobile_change')
    .where('member_id', '=', memberId)
    .returning('mobile')
    .execute()
  return rows.map(({ mobile }) => mobile)
}

/** What was sent to a member's numbers, and what is counted for them. */
export async function eraseMessages(
  tx: Tx,
  mobiles: readonly string[],
  throttleKeys: readonly string[],
): Promise<void> {
  await tx.deleteFrom('outbox').where('recipient', 'in', mobiles).execute()
  await tx.deleteFrom('throttle').where('key', 'in', throttleKeys).execute()
}

export async function endConsents(tx: Tx, memberId: number, at: Date): Promise<void> {
  await sql`
    update member_consent set withdrawn_at = ${at}
    where member_id = ${memberId} and withdrawn_at is null`.execute(tx)
}
