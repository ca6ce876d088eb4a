import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { ACCOUNTS, TRANSFER_KINDS } from '../../contract/ledger/points.ts'
import { approveAdjustment, requestAdjustment } from '../../contract/desk/users.ts'
import type { Db, Tx } from '../db/database.ts'
import type { TestServer } from './server.ts'
import { payable } from '../features/money/payments/test-support.ts'
import { requested, type Staff } from '../features/money/redemptions/test-support.ts'
import { changeRule } from '../features/platform/rules/test-support.ts'
import {
  RECORD_TABLES,
  textOf,
  type RecordTable,
} from '../features/platform/chain/sealed-records.ts'
import { digestsOf, ledgerSealHash, recordSealHash } from '../features/platform/chain/seals.ts'

const { available, adjustment } = ACCOUNTS
const { adjustment: adjusted } = TRANSFER_KINDS

/** What an attacker with every right in the database meets: an honest history, made over HTTP. */
export type History = {
  memberId: number
  maker: Staff
  checker: Staff
  /** Approved, oldest first. */
  adjustments: string[]
  /** Waits for its approval. */
  redemptionId: string
  changeId: string
}

export async function makeHistory(server: TestServer): Promise<History> {
  const maker = await server.staff('cs')
  const checker = await server.staff('admin')
  const member = await payable(server, { points: 0 })
  const adjustments: string[] = []
  for (const points of [1000, 250]) {
    adjustments.push(await adjust(server, { maker, checker }, member.memberId, points))
  }
  const { redemptionId } = await requested(server, member, { points: 300 })
  const second = await server.staff('almond team')
  const wanted = { rule: 'scansPerDay' as const, value: 150 }
  const { changeId } = await changeRule(server, { maker: checker, checker: second }, wanted)
  return { memberId: member.memberId, maker, checker, adjustments, redemptionId, changeId }
}

export async function adjust(
  server: TestServer,
  { maker, checker }: Pick<History, 'maker' | 'checker'>,
  memberId: number,
  points: number,
): Promise<string> {
  const made = await server.call(requestAdjustment, {
    token: maker.token,
    params: { memberId },
    body: { idempotencyKey: randomUUID(), points, reason: 'Two packs had damaged coupons' },
  })
  const { adjustmentId } = made.body
  const params = { adjustmentId }
  const done = await server.call(approveAdjustment, { token: checker.token, params, body: {} })
  if (done.status !== 200) throw new Error(JSON.stringify([made.body, done.body]))
  return adjustmentId
}

export type Head = { seq: string; hash: Buffer; signature: Buffer }

export const headOf = (db: Db): Promise<Head> =>
  db.selectFrom('audit_head').select(['seq', 'hash', 'signature']).executeTakeFirstOrThrow()

/** No trigger and no foreign key looks, as for whoever owns the database. */
export async function unguarded(tx: Tx): Promise<void> {
  await sql`set local session_replication_role = replica`.execute(tx)
}

/** What came after the head is deleted, and the head of then, whose signature is right, is put back. */
export async function putHeadBack(tx: Tx, { seq, hash, signature }: Head): Promise<void> {
  await sql`delete from audit where seq > ${seq}`.execute(tx)
  await tx.updateTable('audit_head').set({ seq, hash, signature }).execute()
}

/** Of the forged adjustment and its transfer. */
export const FORGED = '999999999999999999'

/** A credit with an approval, a place in the ledger and balances that are all as they must be. */
export async function forgeCredit(tx: Tx, { memberId, maker, checker }: History): Promise<void> {
  const id = FORGED
  await sql`
    insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by,
      requested_at, decided_by, decided_at, idempotency_key, body_hash)
    values (${id}, ${memberId}, 5000, 'Two packs', 'approved', ${maker.staffId}, now(),
      ${checker.staffId}, now(), 'forged', '')`.execute(tx)
  await sql`
    with moved as (update member_account set seq = seq + 1, available = available + 5000
      where member_id = ${memberId} returning *)
    insert into transfer (member_id, seq, id, ref, points, available_after, held_after,
      occurred_at, recorded_at, debit, credit, kind)
    select member_id, seq, ${id}, ${id}, 5000, available, held, now(), now(), ${adjustment},
      ${available}, ${adjusted} from moved`.execute(tx)
}

/** Seals a row as the product does, by somebody who has not the key. */
export async function sealByHand(
  tx: Tx,
  records: Exclude<RecordTable, 'transfer'>,
  id: string,
): Promise<string> {
  const { rows } = await sql<{ number: string; text: string }>`
    select nextval('record_seal_number')::text as number, ${sql.raw(textOf(records))} as text
    from ${sql.table(records)} where ${sql.ref(RECORD_TABLES[records].id)} = ${id}`.execute(tx)
  const [{ number, text } = { number: '', text: '' }] = rows
  const seal = { number, records, at: new Date(), ids: [id], digests: digestsOf([text]) }
  const hash = recordSealHash(seal)
  await tx
    .insertInto('record_seal')
    .values({ ...seal, hash, mac: randomBytes(32), link: null })
    .execute()
  return number
}

/** Another batch of scans after the last one of a writer slot, whose seal follows from the one before. */
export async function sealScansByHand(tx: Tx): Promise<void> {
  const last = await tx
    .selectFrom('ledger_seal')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const number = String(Number(last.number) + 1)
  const seal = { slot: last.slot, number, at: new Date(), ids: ['1'], digests: Buffer.alloc(16) }
  const hash = ledgerSealHash(last.hash, seal)
  await tx
    .insertInto('ledger_seal')
    .values({ ...seal, hash, mac: randomBytes(32) })
    .execute()
}

/** The newest adjustment never was: its row, its points, their place, and what the trail said. */
export async function deleteNewest(tx: Tx, memberId: number, head: Head): Promise<void> {
  await sql`
    with gone as (delete from transfer t using member_account a
      where a.member_id = ${memberId} and t.member_id = a.member_id and t.seq = a.seq returning t.*),
    row as (delete from points_adjustment p using gone where p.adjustment_id = gone.ref)
    update member_account a set seq = a.seq - 1, available = a.available - gone.points
    from gone where a.member_id = gone.member_id`.execute(tx)
  await putHeadBack(tx, head)
}

/** An old adjustment was of ten times as many points, and every balance since follows. */
export async function changeOld(tx: Tx, memberId: number, adjustmentId: string): Promise<void> {
  await sql`
    with old as (select seq, points from transfer
      where member_id = ${memberId} and ref = ${adjustmentId})
    update transfer t set available_after = available_after + 9 * old.points,
      points = case when t.seq = old.seq then 10 * old.points else t.points end
    from old where t.member_id = ${memberId} and t.seq >= old.seq`.execute(tx)
  await sql`update points_adjustment set points = points * 10
    where adjustment_id = ${adjustmentId}`.execute(tx)
  await sql`
    update member_account a set available = t.available_after from transfer t
    where a.member_id = ${memberId} and t.member_id = a.member_id and t.seq = a.seq`.execute(tx)
}

/** A redemption that nobody approved is approved by two, and waits to be sent. */
export async function forgePayout(
  tx: Tx,
  { redemptionId, maker, checker }: History,
): Promise<void> {
  const approve = (by: Staff, role: string, state: string) =>
    sql`
    insert into redemption_event (redemption_id, at, staff_id, role, action, state)
    values (${redemptionId}, now(), ${by.staffId}, ${role}, 'approve', ${state})`.execute(tx)
  await approve(maker, 'cs', 'requested')
  await approve(checker, 'admin', 'approved')
  await sql`
    insert into redemption_event (redemption_id, at, action, state)
    values (${redemptionId}, now(), 'initiate', 'payment_pending')`.execute(tx)
  await sql`update redemption set state = 'payment_pending', approved_at = now()
    where redemption_id = ${redemptionId}`.execute(tx)
  await sql`
    insert into payment (payment_id, number, redemption_id, attempt, member_id, provider, kind,
      state, idempotency_key, gross_paise, destination, destination_digest, initiated_at, since)
    select 777, 'PY777', redemption_id, 1, member_id, 'razorpayx', kind, 'queued', 'forged-key',
      amount_paise, destination, destination_digest, now(), now()
    from redemption where redemption_id = ${redemptionId}`.execute(tx)
  await sql`
    insert into payment_event (payment_id, at, source, action, state)
    values (777, now(), 'sender', 'initiate', 'queued')`.execute(tx)
}

/** The limit that was approved was another one. */
export async function changeRuleOf(tx: Tx, changeId: string): Promise<void> {
  await sql`update rule_change set value = '9000' where change_id = ${changeId}`.execute(tx)
}
