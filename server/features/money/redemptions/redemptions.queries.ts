import { sql, type Insertable } from 'kysely'
import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import type { RedemptionState } from '../../../../contract/money/redemption-states.ts'
import type { Role } from '../../../../contract/roles.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { sealRow } from '../../platform/chain/index.ts'
import { isInIndexByRef } from '../../ledger/points/index.ts'

/**
 * The redemption, locked to the end of the transaction. Whoever changes one takes its lock first,
 * then the member's where it is needed, the gift's, the account's and the audit trail's.
 */
export async function lockRedemption(tx: Tx, redemptionId: string) {
  return tx
    .selectFrom('redemption')
    .select((select) => [
      'redemption_id as redemptionId',
      'number',
      'member_id as memberId',
      'kind',
      'state',
      'points',
      number(select.ref('amount_paise')).as('amountPaise'),
      'gift_id as giftId',
      'quantity',
      'requested_by as requestedById',
      'approvals_needed as approvalsNeeded',
    ])
    .where('redemption_id', '=', redemptionId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedRedemption = NonNullable<Awaited<ReturnType<typeof lockRedemption>>>

/** What the member reads of a rejection, in each language. */
export type Rejected = { en: string; hi: string }

export async function setState(
  tx: Tx,
  redemptionId: string,
  { state, at, rejected }: { state: RedemptionState; at: Date; rejected?: Rejected | undefined },
): Promise<void> {
  await tx
    .updateTable('redemption')
    .set({
      state,
      changed_at: at,
      ...(state === 'approved' && { approved_at: at }),
      ...(rejected && { reject_reason: rejected.en, reject_reason_hi: rejected.hi }),
    })
    .where('redemption_id', '=', redemptionId)
    .execute()
  sealRow(tx, 'redemption', redemptionId)
}

export type NewEvent = {
  redemptionId: string
  at: Date
  by: { staffId: number; role: Role } | null
  action: string
  /** After it. */
  state: RedemptionState
  note?: string | undefined
}

export async function insertEvent(
  tx: Tx,
  { redemptionId, at, by, action, state, note }: NewEvent,
): Promise<void> {
  const { event_id } = await tx
    .insertInto('redemption_event')
    .values({
      redemption_id: redemptionId,
      at,
      staff_id: by?.staffId ?? null,
      role: by?.role ?? null,
      action,
      state,
      note: note || null,
    })
    .returning('event_id')
    .executeTakeFirstOrThrow()
  sealRow(tx, 'redemption_event', event_id)
}

/** Who approved each of these redemptions, in the order of their approvals. */
export async function approversOf(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ redemptionId: string; staffIds: number[] }>`
    select redemption_id as "redemptionId", array_agg(staff_id order by event_id) as "staffIds"
    from redemption_event
    where redemption_id = any(${redemptionIds}::bigint[]) and action = 'approve'
      and staff_id is not null
    group by redemption_id`.execute(db)
  return new Map(rows.map(({ redemptionId, staffIds }) => [redemptionId, staffIds]))
}

/** The ledger row by which a redemption was last paid: what a reversal undoes. */
export async function lastPaidSeq(
  tx: Tx,
  { memberId, redemptionId }: { memberId: number; redemptionId: string },
): Promise<number | null> {
  const row = await tx
    .selectFrom('transfer')
    .select('seq')
    .where('member_id', '=', memberId)
    .where('ref', '=', redemptionId)
    .where('kind', '=', TRANSFER_KINDS.redemption_paid)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.seq ?? null
}

/** Takes gifts out of the stock; false where so many are not there, however many ask at once. */
export async function takeStock(tx: Tx, giftId: number, quantity: number): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('gift')
    .set((set) => ({ stock: set('stock', '-', quantity) }))
    .where('gift_id', '=', giftId)
    .where('active', '=', true)
    .where('stock', '>=', quantity)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function returnStock(tx: Tx, giftId: number, quantity: number): Promise<void> {
  await tx
    .updateTable('gift')
    .set((set) => ({ stock: set('stock', '+', quantity) }))
    .where('gift_id', '=', giftId)
    .execute()
}

export async function giftById(tx: Tx, giftId: number) {
  return tx
    .selectFrom('gift')
    .select((select) => [
      'name',
      'points',
      number(select.ref('value_paise')).as('valuePaise'),
      'stock',
      'active',
    ])
    .where('gift_id', '=', giftId)
    .executeTakeFirst()
}

/** Gifts that are offered, the cheapest first. */
export async function offeredGifts(db: Db) {
  return db
    .selectFrom('gift')
    .select([
      'gift_id as giftId',
      'code',
      'name',
      'text',
      'points',
      'media_id as mediaId',
      sql<boolean>`stock > 0`.as('available'),
    ])
    .where('active', '=', true)
    .orderBy('points')
    .orderBy('gift_id')
    .execute()
}

/** What was asked for with a key of this member before. */
export async function requestUnder(tx: Tx, memberId: number, keyDigest: Buffer) {
  return tx
    .selectFrom('redemption')
    .select(['redemption_id as redemptionId', 'body_digest as bodyDigest'])
    .where('member_id', '=', memberId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
}

/**
 * What a member asked for between two moments: how often, and for how much that did not come to
 * nothing. Exact only under the member's lock.
 */
export async function askedBetween(tx: Tx, memberId: number, from: Date, before: Date) {
  return tx
    .selectFrom('redemption')
    .select((select) => [
      number(select.fn.countAll()).as('count'),
      number(
        sql`coalesce(sum(amount_paise) filter (where state not in ('rejected', 'cancelled')), 0)`,
      ).as('paise'),
    ])
    .where('member_id', '=', memberId)
    .where('requested_at', '>=', from)
    .where('requested_at', '<', before)
    .executeTakeFirstOrThrow()
}

export async function nextNumber(tx: Tx): Promise<string> {
  const { rows } = await sql<{ number: string }>`
    select 'RD' || nextval('redemption_number') as number`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of redemption numbers gave nothing.')
  return row.number
}

/** False where another process made the same id in the same millisecond: then it takes another one. */
export async function insertRedemption(
  tx: Tx,
  row: Insertable<Database['redemption']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('redemption')
    .values(row)
    .onConflict((conflict) => conflict.column('redemption_id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  sealRow(tx, 'redemption', row.redemption_id)
  return true
}

/** Points moved for a redemption, in the order of the ledger. */
export async function transfersOf(
  db: Db | Tx,
  { memberId, redemptionId }: { memberId: number; redemptionId: string },
) {
  return db
    .selectFrom('transfer')
    .select((select) => [
      'seq',
      'kind',
      number(select.ref('points')).as('points'),
      'recorded_at as recordedAt',
    ])
    .where('member_id', '=', memberId)
    .where('ref', '=', redemptionId)
    .where(isInIndexByRef('transfer'))
    .orderBy('seq')
    .execute()
}
