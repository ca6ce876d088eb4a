import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Chain } from './chain-keys.ts'
import { digestsOf, ledgerText, recordSealHash, type LedgerRow, type Sealed } from './seals.ts'
import { RECORD_TABLES, textOf, type RecordTable } from './sealed-records.ts'

/** What a transaction wrote so far: of the ledger what the rows were to be, of others which they are. */
type Written = { transfers: LedgerRow[]; rows: Map<RecordTable, Set<string>> }
const written = new WeakMap<Tx, Written>()

function writtenIn(tx: Tx): Written {
  const known = written.get(tx) ?? { transfers: [], rows: new Map() }
  written.set(tx, known)
  return known
}

/** These rows of the ledger are sealed before the commit, as they are given here. */
export function sealTransfers(tx: Tx, rows: readonly LedgerRow[]): void {
  writtenIn(tx).transfers.push(...rows)
}

/** This row is sealed before the commit, as it is then. */
export function sealRow(tx: Tx, table: Exclude<RecordTable, 'transfer'>, id: string): void {
  const { rows } = writtenIn(tx)
  rows.set(table, (rows.get(table) ?? new Set()).add(id))
}

/**
 * What transactions of a pool end with: one seal for each table that was written to. At the end, so
 * that a row is read once whatever was done to it, and nobody waits for anybody.
 */
export function sealing({ mac }: Pick<Chain, 'mac'>): (tx: Tx) => Promise<void> {
  return async (tx) => {
    const wrote = written.get(tx)
    if (!wrote) return
    written.delete(tx)
    const { number, at, read } = await readWritten(tx, wrote)
    const seals = [...read].map(([records, { ids, digests }]) => {
      const seal = { number, records, at, ids, digests }
      const hash = recordSealHash(seal)
      return { ...seal, hash, mac: mac(hash), link: null }
    })
    await tx
      .insertInto('record_seal')
      .values(seals.map((seal) => ({ ...seal, ids: [...seal.ids] })))
      .execute()
  }
}

type Read = { number: string; at: Date; read: Map<RecordTable, Pick<Sealed, 'ids' | 'digests'>> }

/** Its number is taken when all rows are locked, so seals of one row are numbered in their order. */
async function readWritten(tx: Tx, { transfers, rows }: Written): Promise<Read> {
  const tables = [...rows].map(([table, ids]) => {
    const { id } = RECORD_TABLES[table]
    return sql`union all select ${sql.lit(table)}, ${sql.ref(id)}::text, ${sql.raw(textOf(table))}
      from ${sql.table(table)} where ${sql.ref(id)} = any(${[...ids]}::bigint[])`
  })
  const found = await sql<{ records: string; id: string; text: string }>`
    select '' as records, nextval('record_seal_number')::text as id, '' as text
    ${sql.join(tables, sql` `)}`.execute(tx)
  const [first, ...others] = found.rows
  if (!first) throw new Error('The sequence of seals gave nothing.')
  const read: Read['read'] = new Map()
  if (transfers.length > 0) {
    const ids = transfers.map(({ id }) => id)
    read.set('transfer', { ids, digests: digestsOf(transfers.map(ledgerText)) })
  }
  for (const [table, wanted] of rows) {
    const of = others.filter(({ records }) => records === table)
    if (of.length !== wanted.size) throw new Error(`A row of ${table} to be sealed is not there.`)
    const digests = digestsOf(of.map(({ text }) => text))
    read.set(table, { ids: of.map(({ id }) => id), digests })
  }
  return { number: first.id, at: new Date(), read }
}
