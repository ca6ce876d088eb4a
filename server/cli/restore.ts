// npm run restore -- DIR | --to MOMENT: a backup, or the database of a moment, into an empty place.
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { restore } from '../features/operations/backup/restore.service.ts'
import { parseMoment } from '../features/operations/recovery/moment.ts'
import { restoreByPgBackRest } from '../features/operations/recovery/pgbackrest.service.ts'
import { restoreMoment } from '../features/operations/recovery/restore-moment.service.ts'
import { askYes } from './ask.ts'

const USAGE = `Usage: npm run restore -- DIR
       npm run restore -- --to MOMENT [--into FOLDER] [--timeline N] [--yes]
       npm run restore -- --to MOMENT --pgbackrest STANZA [--yes]
  DIR           a folder that npm run backup has made. It is restored into DATA_DIR, which must be empty,
                or into the empty database of DATABASE_URL and the folders for files.
  --to MOMENT   the database as it was then, out of WAL_ARCHIVE_DIR: "2026-11-25 14:03:20" is of India,
                "2026-11-25 08:33:20 UTC" says its zone; latest is everything that was archived.
                It shows what it will do, and asks.
  --into FOLDER a copy beside the database that stays: it archives nothing and gives up no head outside
  --timeline N  go back into a history that an earlier restore has given up
  --pgbackrest  a PostgreSQL of your own, which pgBackRest backs up under that stanza
  --yes         do not ask`

const say = (line: string) => process.stdout.write(`${line}\n`)

async function restoreBackup(dir: string): Promise<number> {
  const { manifest, findings } = await restore(readConfig(process.env), dir)
  const { at, tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(
    `Restored what was backed up at ${at}: ${rows} rows of ${tables.length} tables, ${files.count} files.`,
  )
  if (files.where === 'bucket')
    say('Its files are in a bucket: see that they are of the same time.')
  if (files.missing.length > 0) say(`${files.missing.length} files were missing when it was made.`)
  if (findings.length === 0) {
    say('Every invariant holds and the audit trail is whole.')
    return 0
  }
  say('It is restored as it was, but this was wrong when it was backed up already:')
  for (const finding of findings) say(`  ${finding}`)
  return 1
}

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        into: { type: 'string' },
        timeline: { type: 'string' },
        pgbackrest: { type: 'string' },
        yes: { type: 'boolean' },
      },
    })
  } catch {
    return null
  }
}

/** What is to be done; null where the arguments do not say. */
function workOf(): (() => Promise<number>) | null {
  const { values, positionals } = read() ?? { values: {}, positionals: [] }
  const [dir, ...more] = positionals
  const { to, into = null, timeline, pgbackrest, yes = false } = values
  if (more.length > 0) return null
  if (to === undefined) {
    return dir !== undefined && Object.keys(values).length === 0 ? () => restoreBackup(dir) : null
  }
  if (dir !== undefined || (timeline !== undefined && !/^[1-9]\d{0,8}$/.test(timeline))) return null
  const confirm = yes ? () => Promise.resolve(true) : askYes
  const talk = { say, confirm }
  if (pgbackrest !== undefined) {
    if (into !== null || timeline !== undefined) return null
    return () =>
      restoreByPgBackRest(
        readConfig(process.env),
        { to: parseMoment(to), stanza: pgbackrest },
        talk,
      )
  }
  const wish = { into, timeline: timeline === undefined ? null : Number(timeline) }
  return () => restoreMoment(readConfig(process.env), { to: parseMoment(to), ...wish }, talk)
}

const work = workOf()
if (work === null) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  try {
    process.exitCode = await work()
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
