import type { Account, TransferKind } from '../../../contract/points.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../contract/points.ts'
import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../db/database.ts'

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
}

export async function refreshOrder(db: Db): Promise<void> {
  await sql`
    update member_points p set available = a.available
    from member_account a
    where a.member_id = p.member_id and a.available <> p.available`.execute(db)
}
