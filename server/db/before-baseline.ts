import { sql } from 'kysely'
import { transaction, type Db } from './database.ts'

// Databases and backups from before the first release were made by 48 other migrations; 0001 to 0008 are
// the same shape in one piece.
const FIRST = '0001_programme'
const LAST = '0099_files_taken_back'
const BASELINE_END = '0008_insight'
const VERSION = 'the version of 26 November 2026, before the baseline'

/** How many of the old migrations these are, in their order; null: they are not the old ones. */
function oldOnes(names: readonly string[]): 'all' | 'some' | null {
  const last = names.at(-1)
  if (names[0] !== FIRST || last === undefined || last > LAST) return null
  return last === LAST ? 'all' : 'some'
}

const baselineOf = (ours: readonly string[]) => ours.filter((name) => name <= BASELINE_END)

/** The migrations of a backup by the names of today: the old ones are the baseline, or too few. */
export function inNamesOfToday(
  names: readonly string[],
  ours: readonly string[],
): readonly string[] {
  const old = oldOnes(names)
  if (old === null) return names
  if (old === 'all') return baselineOf(ours)
  throw new Error(
    `The backup is of an early version of the program. Restore it with the version that made it, start ${VERSION}, on it once, and back it up again.`,
  )
}

/** Takes a database that has all the old migrations for one with the baseline; the first of two starts does. */
export async function bringOver(db: Db, ours: readonly string[]): Promise<void> {
  await transaction(db, async (tx) => {
    const { rows: tables } = await sql`
      select from pg_class where oid = to_regclass('kysely_migration')`.execute(tx)
    if (tables.length === 0) return
    await sql`lock table kysely_migration in share row exclusive mode`.execute(tx)
    const { rows } = await sql<{ name: string }>`
      select name from kysely_migration order by name collate "C"`.execute(tx)
    const old = oldOnes(rows.map(({ name }) => name))
    if (old === null) return
    if (old === 'some') {
      throw new Error(
        `The database is of an early version of the program. Start ${VERSION}, on it once, then this one.`,
      )
    }
    await sql`delete from kysely_migration`.execute(tx)
    await sql`insert into kysely_migration (name, timestamp)
      select name, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      from unnest(${baselineOf(ours)}::text[]) as name`.execute(tx)
  })
}
