import { CompiledQuery, sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'
import { equalBytes, sha256, type Keys } from '../../../lib/crypto.ts'
import { verifyAudit } from '../audit/index.ts'
import { readChain } from './chain-key.service.ts'
import { isSigned, type Chain } from './chain-keys.ts'
import {
  hashOfRecords,
  newestLink,
  NO_LINK,
  readContent,
  tablesOf,
  type LinkContent,
} from './link.service.ts'
import type { Head, Outside } from './outside/outside.ts'
import { rowsAgainstSeals, scansAgainstSeals } from './rows-against-seals.ts'
import { GENESIS, ledgerSealHash, recordSealHash } from './seals.ts'
import { FIRST_TABLES, TABLE_NAMES } from './sealed-records.ts'

/** Something that was touched: which table, which row, when, and what is wrong with it. */
export type Touched = { table: string; id: string; when: string | null; what: string }

const PIECE = 2_000
/** How far links may run ahead of what is outside: the clock publishes every minute. */
const UNPUBLISHED_MS = 10 * 60_000

/** The newest head of this chain in a place outside; null where the place has none. */
export type Published = { where: string; head: Head | null }

type Needs = { keys: Keys; published: readonly Published[] }

type Reads = { keys: Keys; places: readonly Outside[] }

/** What stands outside of this chain now. */
export async function readPublished(db: Db | Tx, { keys, places }: Reads): Promise<Published[]> {
  const chain = await readChain(db, keys)
  if (!chain) return []
  return Promise.all(
    places.map(async (place) => ({ where: place.where, head: await place.last(chain.id) })),
  )
}

/**
 * Runs `prove` on one snapshot. The heads outside are read before it is taken: a head that is
 * published meanwhile is of rows that the snapshot does not see, and would look like rows deleted.
 */
export async function onSnapshot<T>(
  db: Db,
  { keys, places }: Reads,
  prove: (tx: Tx, needs: Needs) => Promise<T>,
): Promise<T> {
  const published = await readPublished(db, { keys, places })
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => prove(tx, { keys, published }))
}

/**
 * Proves the history of one snapshot: the audit trail, every seal and link, every sealed row, and that
 * the heads outside are of this very history. Gives what was touched; nothing when all is whole.
 */
export async function verifyChain(tx: Tx, { keys, published }: Needs): Promise<Touched[]> {
  await sql`set local statement_timeout = 0`.execute(tx)
  const audit = await auditTouched(tx, keys)
  const chain = await readChain(tx, keys)
  if (!chain) {
    const what = 'the key of the chain is missing: no row can be proved'
    return [...audit, { table: 'chain_key', id: '', when: null, what }]
  }
  const links = await readLinks(tx, chain)
  const found = [
    ...audit,
    ...links.touched,
    ...(await ledgerSeals(tx, chain, links)),
    ...(await recordSeals(tx, chain, links)),
    ...(await auditHeads(tx, links)),
  ]
  const { before, tables } = links
  const comparisons = TABLE_NAMES.slice(0, tables).map((table) =>
    rowsAgainstSeals(table, before[table] ?? null),
  )
  for (const text of [scansAgainstSeals(before.transfer ?? null), ...comparisons]) {
    const { rows } = await tx.executeQuery<Touched>(CompiledQuery.raw(text))
    found.push(...rows)
  }
  for (const place of published) found.push(...(await againstOutside(tx, chain, place)))
  return found
}

async function auditTouched(tx: Tx, keys: Keys): Promise<Touched[]> {
  const { broken } = await verifyAudit(tx, keys)
  return broken ? [{ table: 'audit', id: broken.seq, when: null, what: broken.why }] : []
}

type Links = {
  touched: Touched[]
  /** How many tables are sealed by now. */
  tables: number
  before: NonNullable<LinkContent['before']>
  /** By slot: the seals that links name, by number. */
  slots: Map<number, Map<string, { hash: string; at: string }>>
  records: Map<string, LinkContent['records'] & { at: string }>
  audit: { seq: string; hash: string; at: string }[]
}

async function readLinks(tx: Tx, chain: Chain): Promise<Links> {
  const links: Links = {
    touched: [],
    tables: FIRST_TABLES,
    before: {},
    slots: new Map(),
    records: new Map(),
    audit: [],
  }
  let previous = NO_LINK
  for (let last = 0; ;) {
    const rows = await tx
      .selectFrom('chain_link')
      .selectAll()
      .where('number', '>', String(last))
      .orderBy('number')
      .limit(PIECE)
      .execute()
    for (const row of rows) {
      const wrong = wrongLink(row, { chain, previous, number: last + 1 })
      if (wrong) {
        const when = row.at.toISOString()
        links.touched.push({ table: 'chain_link', id: String(last + 1), when, what: wrong })
        return links
      }
      note(links, readContent(row.content))
      previous = row.hash.toString('hex')
      last++
    }
    if (rows.length < PIECE) return links
  }
}

type Row = { number: string; content: string; hash: Buffer; signature: Buffer }

function wrongLink(
  { number, content, hash, signature }: Row,
  expected: { chain: Chain; previous: string; number: number },
): string | null {
  if (number !== String(expected.number)) return 'the link is missing'
  if (!equalBytes(sha256(content), hash)) return 'the link was changed'
  if (!isSigned(expected.chain.publicKey, content, signature)) {
    return 'the signature of the link does not fit'
  }
  const told = readContent(content)
  const follows = told.previous === expected.previous && told.number === expected.number
  return follows ? null : 'the link does not follow the one before'
}

function note(links: Links, content: LinkContent): void {
  const { number, at, before, slots, records, audit } = content
  links.tables = tablesOf(content)
  links.before = { ...links.before, ...before }
  for (const [slot, seal, hash] of slots) {
    const known = links.slots.get(slot) ?? new Map<string, { hash: string; at: string }>()
    if (!known.has(seal)) known.set(seal, { hash, at })
    links.slots.set(slot, known)
  }
  links.records.set(String(number), { ...records, at })
  links.audit.push({ ...audit, at })
}

/** Each slot's seals follow each other without a gap, are ours, and are those that links name. */
async function ledgerSeals(tx: Tx, chain: Chain, { slots }: Links): Promise<Touched[]> {
  const touched: Touched[] = []
  const { rows } = await sql<{ slot: number }>`
    select distinct slot from ledger_seal order by 1`.execute(tx)
  for (const slot of new Set([...slots.keys(), ...rows.map((row) => row.slot)])) {
    const found = await slotSeals(tx, chain, slot, slots.get(slot) ?? new Map())
    if (found) touched.push({ table: 'ledger_seal', ...found })
  }
  return touched
}

async function slotSeals(
  tx: Tx,
  chain: Chain,
  slot: number,
  named: Map<string, { hash: string; at: string }>,
): Promise<Omit<Touched, 'table'> | null> {
  let previous: Buffer = GENESIS
  let last = 0
  for (;;) {
    const rows = await tx
      .selectFrom('ledger_seal')
      .selectAll()
      .where('slot', '=', slot)
      .where('number', '>', String(last))
      .orderBy('number')
      .limit(PIECE)
      .execute()
    for (const row of rows) {
      const place = { id: `slot ${slot}, seal ${last + 1}`, when: row.at.toISOString() }
      if (row.number !== String(last + 1)) return { ...place, what: 'the seal is missing' }
      const hash = ledgerSealHash(previous, row)
      if (!equalBytes(hash, row.hash) || !equalBytes(chain.mac(hash), row.mac)) {
        return { ...place, what: 'the seal was changed, or is not ours' }
      }
      const told = named.get(row.number)
      if (told && told.hash !== hash.toString('hex')) {
        return { ...place, what: 'it is not the seal that was signed' }
      }
      previous = hash
      last++
    }
    if (rows.length < PIECE) break
  }
  const [gone] = [...named].filter(([number]) => Number(number) > last)
  if (!gone) return null
  const id = `slot ${slot}, seals ${last + 1} to ${[...named.keys()].at(-1)}`
  return { id, when: gone[1].at, what: 'the newest seals were deleted' }
}

/** Every seal of records is ours, and the links have those that they were made of. */
async function recordSeals(tx: Tx, chain: Chain, { records }: Links): Promise<Touched[]> {
  const touched: Touched[] = []
  const ofLink = new Map<string, { number: string; records: string; hash: Buffer }[]>()
  for (let last = { number: '0', records: '' }; ;) {
    const { number, records: table } = last
    const rows = await tx
      .selectFrom('record_seal')
      .selectAll()
      .where(sql<boolean>`(number, records) > (${number}::bigint, ${table})`)
      .orderBy('number')
      .orderBy('records')
      .limit(PIECE)
      .execute()
    for (const row of rows) {
      const hash = recordSealHash(row)
      if (!equalBytes(hash, row.hash) || !equalBytes(chain.mac(hash), row.mac)) {
        const id = `seal ${row.number} of ${row.records}`
        const what = 'the seal was changed, or is not ours'
        touched.push({ table: 'record_seal', id, when: row.at.toISOString(), what })
      }
      if (row.link === null) continue
      const joined = ofLink.get(row.link) ?? []
      joined.push({ number: row.number, records: row.records, hash })
      ofLink.set(row.link, joined)
    }
    const end = rows.at(-1)
    if (!end || rows.length < PIECE) break
    last = end
  }
  for (const [link, { count, hash, at }] of records) {
    const seals = ofLink.get(link) ?? []
    if (hashOfRecords(seals) === hash) continue
    const what = `link ${link} joined ${count} seals, and ${seals.length} others are there: some were deleted, added or changed`
    touched.push({ table: 'record_seal', id: `link ${link}`, when: at, what })
  }
  return touched
}

/** The trail goes at least as far as each link said, with the hashes of then. */
async function auditHeads(tx: Tx, { audit }: Links): Promise<Touched[]> {
  const wanted = audit.filter(({ seq }) => seq !== '0')
  const { rows } = await sql<Touched>`
    select 'audit' as table, seq::text as id, at as when,
      case when a.hash is null then 'the row was deleted after it was signed'
        else 'the row is not the one that was signed' end as what
    from unnest(${wanted.map(({ seq }) => seq)}::bigint[], ${wanted.map(({ hash }) => hash)}::text[],
      ${wanted.map(({ at }) => at)}::text[]) as signed (seq, signed_hash, at)
    left join (select seq, hash from audit) a using (seq)
    where encode(a.hash, 'hex') is distinct from signed_hash
    order by seq limit 20`.execute(tx)
  return rows
}

async function againstOutside(
  tx: Tx,
  chain: Chain,
  { where, head }: Published,
): Promise<Touched[]> {
  const newest = await newestLink(tx)
  const touched = (id: string, when: string | null, what: string): Touched[] => [
    { table: 'chain_link', id, when, what },
  ]
  if (!head) {
    return touched('', null, `${where} has no head of this chain: nothing outside proves it`)
  }
  const { number, at } = readContent(head.content)
  if (!isSigned(chain.publicKey, head.content, Buffer.from(head.signature, 'base64'))) {
    return touched(String(number), at, `the head in ${where} is not signed by this chain`)
  }
  const link = await tx
    .selectFrom('chain_link')
    .select('hash')
    .where('number', '=', String(number))
    .executeTakeFirst()
  if (!link) {
    const ends = newest
      ? `ends with link ${newest.number} of ${readContent(newest.content).at}`
      : 'has no link'
    const what = `${where} has head ${number}, and the database ${ends}: its newest rows were deleted, or an older state was put back`
    return touched(String(number), at, what)
  }
  if (!equalBytes(link.hash, sha256(head.content))) {
    return touched(String(number), at, `${where} has another link ${number}: history was rewritten`)
  }
  return notPublished(tx, where, number)
}

async function notPublished(tx: Tx, where: string, number: number): Promise<Touched[]> {
  const { rows } = await sql<{ id: string; at: Date }>`
    select number::text as id, at from chain_link
    where number > ${number} and at < now() - make_interval(secs => ${UNPUBLISHED_MS / 1000})
    order by number limit 1`.execute(tx)
  return rows.map(({ id, at }) => ({
    table: 'chain_link',
    id,
    when: at.toISOString(),
    what: `its head did not reach ${where}`,
  }))
}
