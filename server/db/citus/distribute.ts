import { sql } from 'kysely'
import { transaction, type Db, type Tx } from '../database.ts'
import { pendingMigrations } from '../migrate.ts'
import { catalogFaults } from './catalog-rules.ts'
import {
  DISTRIBUTED,
  DISTRIBUTED_TABLES,
  DROPPED_TRIGGERS,
  type DistributedTable,
} from './shape.ts'

/** Why a database is not distributed, in words for who asked. */
export class NotDistributable extends Error {}

/**
 * Gives a database with the Citus extension the shape of shape.ts, in one transaction, and returns the
 * tables that it distributed: those that are not yet. Stop the servers before. Throws NotDistributable
 * where the extension is missing, the schema is not that of this version, or a rule is broken.
 */
export async function distribute(db: Db): Promise<DistributedTable[]> {
  return transaction(db, async (tx) => {
    await refuseWithoutCitus(tx)
    const pending = await pendingMigrations(tx)
    if (pending.length > 0) {
      throw new NotDistributable(
        `The database lacks ${pending.join(', ')}: start this version of the server on it once, then stop it.`,
      )
    }
    const faults = await catalogFaults(tx)
    if (faults.length > 0) throw new NotDistributable(faults.join('\n'))
    const left = await notYet(tx)
    for (const statement of statementsFor(left)) await sql.raw(statement).execute(tx)
    return left
  })
}

async function refuseWithoutCitus(tx: Tx): Promise<void> {
  const { rows } = await sql`select from pg_extension where extname = 'citus'`.execute(tx)
  if (rows.length > 0) return
  throw new NotDistributable(
    'This database has no Citus: its owner says CREATE EXTENSION citus there, on the coordinator and on every node. Nothing was changed.',
  )
}

async function notYet(tx: Tx): Promise<DistributedTable[]> {
  const { rows } = await sql<{ name: string }>`
    select logicalrelid::text as name from pg_dist_partition`.execute(tx)
  const done = new Set(rows.map(({ name }) => name))
  return DISTRIBUTED_TABLES.filter((table) => !done.has(table))
}

/** What is said to the coordinator; in this order, as a table must be there to lie beside it. */
export function statementsFor(tables: readonly DistributedTable[]): string[] {
  const triggers = DROPPED_TRIGGERS.filter(({ table }) => tables.includes(table))
  return [
    ...triggers.map(({ table, name }) => `drop trigger if exists ${name} on ${table}`),
    ...tables.map((table) => {
      const { by, beside } = DISTRIBUTED[table]
      return `select create_distributed_table('${table}', '${by}', colocate_with => '${beside}')`
    }),
  ]
}
