import type { Account, TransferKind } from '../../../../contract/ledger/points.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { sealTransfers } from '../../platform/chain/index.ts'

export type Balances = { seq: number; available: number; held: number }

/**
 * A member's account, locked to the end of the transaction; made when the member has none yet. The
 * scan engine waits meanwhile: lock it after coupons and before anything that is only counted.
 */
export async function lockAccount(tx: Tx, memberId: number): Promise<Balances> {
  const locked = await readLocked(tx, memberId)
  if (locked) return locked
  await tx
    .insertInto('member_account')
    .values({ member_id: memberId, last_scan_at: null, last_lat: null, last_lng: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const made = await readLocked(tx, memberId)
  if (!made) throw new Error(`The account of member ${memberId} is not there.`)
  return made
}

async function readLocked(tx: Tx, memberId: number): Promise<Balances | undefined> {
  return tx
    .selectFrom('member_account')
    .select((select) => [
      'seq',
      number(select.ref('available')).as('available'),
      number(select.ref('held')).as('held'),
    ])
    .where('member_id', '=', memberId)
    .forUpdate()
    .executeTakeFirst()
}

/** Up to when the books are closed. */
export async function closedUntil(tx: Tx): Promise<Date> {
  const row = await tx.selectFrom('ledger_close').select('closed_until').executeTakeFirstOrThrow()
  return row.closed_until
}

export async function setBalances(tx: Tx, memberId: number, after: Balances): Promise<void> {
  await tx
    .updateTable('member_account')
    .set({ seq: after.seq, available: String(after.available), held: String(after.held) })
    .where('member_id', '=', memberId)
    .execute()
}

export async function keyIsUsed(tx: Tx, memberId: number, key: string): Promise<boolean> {
  const row = await tx
    .selectFrom('transfer')
    .select('seq')
    .where('member_id', '=', memberId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row !== undefined
}

/** The accounts of many members, locked in the order of their ids; made where there is none yet. */
export async function lockAccounts(
  tx: Tx,
  memberIds: readonly number[],
): Promise<Map<number, Balances>> {
  await sql`
    insert into member_account (member_id) select unnest(${memberIds}::int[]) order by 1
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<Balances & { memberId: number }>`
    select member_id as "memberId", seq, available::float8 as available, held::float8 as held
    from member_account where member_id = any(${memberIds}::int[])
    order by member_id for update`.execute(tx)
  return new Map(rows.map(({ memberId, ...balances }) => [memberId, balances]))
}

/** Whether the key of any of these members moved points before; each key stands beside its member. */
export async function anyKeyIsUsed(
  tx: Tx,
  memberIds: readonly number[],
  keys: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from unnest(${memberIds}::int[], ${keys}::text[]) as k (member_id, key)
    join transfer t on t.member_id = k.member_id and t.idempotency_key = k.key limit 1`.execute(tx)
  return rows.length > 0
}

/** Writes one transfer of each member and the balances after it. */
export async function writeEach(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  if (rows.length === 0) return
  await sql`
    update member_account a set seq = v.seq, available = v.available, held = v.held
    from unnest(${rows.map((row) => row.memberId)}::int[], ${rows.map((row) => row.seq)}::int[],
      ${rows.map((row) => row.availableAfter)}::bigint[], ${rows.map((row) => row.heldAfter)}::bigint[])
      as v (member_id, seq, available, held)
    where a.member_id = v.member_id`.execute(tx)
  await insertTransfers(tx, rows)
}

export type TransferRow = {
  memberId: number
  at: Date
  seq: number
  id: string
  kind: TransferKind
  debit: Account
  credit: Account
  points: number
  ref: string
  reverses: number | null
  schemeId: number | null
  idempotencyKey: string | null
  availableAfter: number
  heldAfter: number
}

export async function insertTransfers(tx: Tx, rows: readonly TransferRow[]): Promise<void> {
  await tx
    .insertInto('transfer')
    .values(
      rows.map((row) => ({
        member_id: row.memberId,
        seq: row.seq,
        id: row.id,
        ref: row.ref,
        points: row.points,
        available_after: row.availableAfter,
        held_after: row.heldAfter,
        occurred_at: row.at,
        recorded_at: row.at,
        reverses: row.reverses,
        scheme_id: row.schemeId,
        debit: ACCOUNTS[row.debit],
        credit: ACCOUNTS[row.credit],
        kind: TRANSFER_KINDS[row.kind],
        idempotency_key: row.idempotencyKey,
      })),
    )
    .execute()
  sealTransfers(
    tx,
    rows.map(({ at, ...row }) => ({
      ...row,
      debit: ACCOUNTS[row.debit],
      credit: ACCOUNTS[row.credit],
      kind: TRANSFER_KINDS[row.kind],
      occurredAt: at,
      recordedAt: at,
    })),
  )
}

export async function refreshOrder(db: Db): Promise<void> {
  await sql`
    update member_points p set available = a.available
    from member_account a
    where a.member_id = p.member_id and a.available <> p.available`.execute(db)
}
