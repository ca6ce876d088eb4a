import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { Migrator, NO_MIGRATIONS, type Migration } from 'kysely/migration'
import { bringOver, inNamesOfToday } from './before-baseline.ts'
import type { Db, Tx } from './database.ts'

const FOLDER = path.join(import.meta.dirname, 'migrations')

async function migrationFiles(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations: Record<string, Migration> = {}
  for (const name of names) {
    const text = await readFile(path.join(FOLDER, name), 'utf8')
    migrations[name.replace(/\.sql$/, '')] = {
      up: async (db) => void (await sql.raw(text).execute(db)),
    }
  }
  return migrations
}

const ourNames = async (): Promise<string[]> => Object.keys(await migrationFiles())

const migratorOf = (db: Db | Tx): Migrator =>
  new Migrator({ db, provider: { getMigrations: migrationFiles } })

/** Brings the database to the newest shape: ordered SQL files, forward only, one start at a time. */
export async function migrate(db: Db): Promise<string[]> {
  await bringOver(db, await ourNames())
  const { error, results } = await migratorOf(db).migrateToLatest()
  if (error) {
    const failed = results?.find((result) => result.status === 'Error')?.migrationName
    throw new Error(
      `The database could not be brought up to date${failed ? ` (${failed})` : ''}.`,
      {
        cause: error,
      },
    )
  }
  return results?.map((result) => result.migrationName) ?? []
}

/**
 * Refuses migrations that are not the beginning of those of this program: a backup of a newer version,
 * or of another product. Gives them by the names that they have here.
 */
export async function checkMigrations(names: readonly string[]): Promise<readonly string[]> {
  const ours = await ourNames()
  const known = inNamesOfToday(names, ours)
  const strange = known.find((name, turn) => name !== ours[turn])
  if (strange === undefined) return known
  throw new Error(
    `This version of the program has no migration ${strange} in this place: the backup is of a newer version. Restore it with that version.`,
  )
}

/** Makes the shape that a database had after these migrations, in the transaction that it is given. */
export async function migrateTo(tx: Tx, names: readonly string[]): Promise<void> {
  const known = await checkMigrations(names)
  const { error } = await migratorOf(tx).migrateTo(known.at(-1) ?? NO_MIGRATIONS)
  if (error) throw error
}

/** Makes the shape of today out of an older one, in the transaction that it is given. */
export async function migrateOn(tx: Tx): Promise<void> {
  const { error } = await migratorOf(tx).migrateToLatest()
  if (error) throw error
}
