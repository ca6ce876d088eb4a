import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { sha256 } from '../../../lib/crypto.ts'
import type { Chain } from './chain-keys.ts'
import { FIRST_TABLES, RECORD_TABLES, TABLE_NAMES, type RecordTable } from './sealed-records.ts'

export type SlotHead = [slot: number, number: string, hash: string]
/** What a link says, and is signed for: all of it together is the whole history up to its moment. */
export type LinkContent = {
  chain: string
  /** Tells that it was made under the same master key as another; nothing else can be told from it. */
  mark: string
  number: number
  at: string
  /** The hash of the link before. */
  previous: string
  audit: { seq: string; hash: string }
  /** The newest seal of each writer slot. */
  slots: SlotHead[]
  /** The seals of records that are joined by this link. */
  records: { count: number; hash: string }
  /** How many of TABLE_NAMES are sealed; see tablesOf(). */
  tables?: number
  /** Of the first link that seals a table: rows up to these are older and not sealed. */
  before?: Partial<Record<RecordTable, string>>
  /** The database was taken back to an earlier moment: heads up to this one are given up. */
  restored?: { upTo: number }
}
export type Link = { number: string; content: string; hash: Buffer; signature: Buffer }

export const NO_LINK = '0'.repeat(64)
export const readContent = (content: string): LinkContent => JSON.parse(content) as LinkContent
/** How many tables a link seals. */
export const tablesOf = ({ tables = FIRST_TABLES }: LinkContent): number => tables

type Adding = {
  chain: Chain
  mark: string
  at: Date
  restored?: LinkContent['restored']
}

/**
 * Joins what was sealed since the last link into a new one; null where there is nothing new. Call it
 * under lockChain().
 */
export async function addLink(tx: Tx, { chain, mark, at, restored }: Adding): Promise<Link | null> {
  const last = await newestLink(tx)
  const before = last && readContent(last.content)
  const audit = await auditHead(tx)
  const slots = await slotHeads(tx)
  const number = Number(last?.number ?? 0) + 1
  const records = await joinRecords(tx, number)
  const joining = TABLE_NAMES.slice(before ? tablesOf(before) : 0)
  const isSame =
    before !== null &&
    joining.length === 0 &&
    records.count === 0 &&
    before.audit.seq === audit.seq &&
    JSON.stringify(before.slots) === JSON.stringify(slots)
  if (isSame && !restored) return null
  const content = JSON.stringify({
    chain: chain.id,
    mark,
    number,
    at: at.toISOString(),
    previous: last?.hash.toString('hex') ?? NO_LINK,
    audit,
    slots,
    records,
    tables: TABLE_NAMES.length,
    ...(joining.length > 0 && { before: await newestRows(tx, joining) }),
    ...(restored && { restored }),
  } satisfies LinkContent)
  const link = {
    number: String(number),
    content,
    hash: sha256(content),
    signature: chain.sign(content),
  }
  await tx
    .insertInto('chain_link')
    .values({ ...link, at })
    .execute()
  return link
}

export async function newestLink(tx: Tx): Promise<Link | null> {
  const row = await tx
    .selectFrom('chain_link')
    .select(['number', 'content', 'hash', 'signature'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

async function auditHead(tx: Tx): Promise<LinkContent['audit']> {
  const head = await tx.selectFrom('audit_head').select(['seq', 'hash']).executeTakeFirstOrThrow()
  return { seq: head.seq, hash: head.hash.toString('hex') }
}

async function slotHeads(tx: Tx): Promise<SlotHead[]> {
  const { rows } = await sql<{ slot: number; number: string; hash: Buffer }>`
    with recursive slots as (
      (select slot from ledger_seal order by slot limit 1)
      union all
      select (select s.slot from ledger_seal s where s.slot > slots.slot order by s.slot limit 1)
      from slots where slots.slot is not null
    )
    select head.* from slots cross join lateral (
      select slot, number, hash from ledger_seal s where s.slot = slots.slot
      order by number desc limit 1) head order by head.slot`.execute(tx)
  return rows.map(({ slot, number, hash }) => [slot, number, hash.toString('hex')])
}

type Joined = { number: string; records: string; hash: Buffer }

async function joinRecords(tx: Tx, link: number): Promise<LinkContent['records']> {
  const joined = await tx
    .updateTable('record_seal')
    .set({ link: String(link) })
    .where('link', 'is', null)
    .returning(['number', 'records', 'hash'])
    .execute()
  return { count: joined.length, hash: hashOfRecords(joined) }
}

/** One hash for the seals of a link, in the order of their numbers. */
export function hashOfRecords(seals: readonly Joined[]): string {
  const sum = createHash('sha256')
  const inOrder = seals.toSorted(
    (a, b) => Number(a.number) - Number(b.number) || (a.records < b.records ? -1 : 1),
  )
  for (const { hash } of inOrder) sum.update(hash)
  return sum.digest('hex')
}

async function newestRows(tx: Tx, tables: readonly RecordTable[]): Promise<LinkContent['before']> {
  const found: LinkContent['before'] = {}
  for (const table of tables) {
    const { rows } = await sql<{ newest: string | null }>`
      select max(${sql.ref(RECORD_TABLES[table].id)})::text as newest
      from ${sql.table(table)}`.execute(tx)
    if (rows[0]?.newest) found[table] = rows[0].newest
  }
  return found
}
