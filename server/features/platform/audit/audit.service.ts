import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes, type Keys } from '../../../lib/crypto.ts'

export type AuditEntry = {
  /** Null for what the system did on its own, such as the making of the demo. */
  by: { staffId: number; role: string } | null
  action: string
  subject: string
  subjectId: string | number
  before?: unknown
  after?: unknown
  reason?: string | undefined
  requestId?: string | undefined
  /** The moment of the change, where it is known; else that of the writing. */
  at?: Date
}

type Row = {
  seq: string
  at: Date
  staff_id: number | null
  role: string | null
  action: string
  subject: string
  subject_id: string
  before: unknown
  after: unknown
  reason: string | null
  request_id: string | null
}

const GENESIS = Buffer.alloc(32)

/**
 * Writes one audit row in the transaction of the change it tells of. Each row's hash covers the row
 * and the hash before it; the head carries a signature under a key the database does not hold.
 * Call it last: the head is one row, and its lock is held to the end of the transaction.
 */
export async function writeAudit(tx: Tx, keys: Keys, entry: AuditEntry): Promise<void> {
  const head = await tx
    .selectFrom('audit_head')
    .select(['seq', 'hash'])
    .where('one', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const row: Row = {
    seq: String(BigInt(head.seq) + 1n),
    at: entry.at ?? new Date(),
    staff_id: entry.by?.staffId ?? null,
    role: entry.by?.role ?? null,
    action: entry.action,
    subject: entry.subject,
    subject_id: String(entry.subjectId),
    before: entry.before ?? null,
    after: entry.after ?? null,
    // As UTF-8 will store it: half a surrogate would hash differently from what comes back.
    reason: entry.reason?.toWellFormed() ?? null,
    request_id: entry.requestId ?? null,
  }
  const hash = hashOf(head.hash, row)
  const values = { ...row, before: jsonOrNull(row.before), after: jsonOrNull(row.after), hash }
  await tx
    .with('written', (db) => db.insertInto('audit').values(values))
    .updateTable('audit_head')
    .set({ seq: row.seq, hash, signature: sign(keys, row.seq, hash) })
    .where('one', '=', true)
    .execute()
}

/** Makes the head of an empty chain; does nothing where there is one. */
export async function beginAuditChain(tx: Tx, keys: Keys): Promise<void> {
  await tx
    .insertInto('audit_head')
    .values({ one: true, seq: '0', hash: GENESIS, signature: sign(keys, '0', GENESIS) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Signs the head by another master key; refuses to when its signature does not fit, which would hide it. */
export async function resignHead(tx: Tx, { from, to }: { from: Keys; to: Keys }): Promise<void> {
  const head = await tx
    .selectFrom('audit_head')
    .selectAll()
    .where('one', '=', true)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (!equalBytes(head.signature, sign(from, head.seq, head.hash))) {
    throw new Error(
      'The signature of the audit trail does not fit. Look into that first: npm run audit:verify',
    )
  }
  await tx
    .updateTable('audit_head')
    .set({ signature: sign(to, head.seq, head.hash) })
    .where('one', '=', true)
    .execute()
}

export type AuditVerdict = { rows: number; broken: { seq: string; why: string } | null }

/** Walks the chain from its beginning, names the first row that was touched, and checks the head. */
export async function verifyAudit(tx: Tx, keys: Keys): Promise<AuditVerdict> {
  let previous: Buffer = GENESIS
  let rows = 0
  for (;;) {
    const piece = await tx
      .selectFrom('audit')
      .selectAll()
      .where(sql<boolean>`seq > ${rows}`)
      .orderBy('seq')
      .limit(5000)
      .execute()
    for (const row of piece) {
      const expected = String(rows + 1)
      if (row.seq !== expected) {
        return { rows, broken: { seq: expected, why: `row ${expected} is missing` } }
      }
      const hash = hashOf(previous, row)
      if (!equalBytes(hash, row.hash)) {
        return { rows, broken: { seq: row.seq, why: 'its content or its place was changed' } }
      }
      previous = row.hash
      rows++
    }
    if (piece.length < 5000) break
  }
  return { rows, broken: await brokenHead(tx, keys, rows, previous) }
}

async function brokenHead(
  tx: Tx,
  keys: Keys,
  rows: number,
  last: Buffer,
): Promise<AuditVerdict['broken']> {
  const head = await tx.selectFrom('audit_head').selectAll().executeTakeFirst()
  if (!head) return { seq: String(rows), why: 'the head of the chain is missing' }
  if (!equalBytes(head.signature, sign(keys, head.seq, head.hash))) {
    return { seq: head.seq, why: 'the signature of the head does not fit' }
  }
  if (head.seq !== String(rows) || !equalBytes(head.hash, last)) {
    return { seq: String(rows + 1), why: `the chain was cut: the head names row ${head.seq}` }
  }
  return null
}

function hashOf(previous: Buffer, row: Row): Buffer {
  const { seq, at, staff_id, role, action, subject, subject_id, before, after } = row
  const told = [seq, at.toISOString(), staff_id, role, action, subject, subject_id, before, after]
  return createHash('sha256')
    .update(previous)
    .update(canonicalJson([...told, row.reason, row.request_id]))
    .digest()
}

function sign(keys: Keys, seq: string, hash: Buffer): Buffer {
  return keys.digest('audit-head', `${seq}:${hash.toString('hex')}`)
}

function jsonOrNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}
