// npm run restore -- DIR: a backup into an empty data folder, or into an empty database.
import { readConfig } from '../config.ts'
import { restore } from '../features/backup/restore.service.ts'

const USAGE = `Usage: npm run restore -- DIR
  DIR  a folder that npm run backup has made. It is restored into DATA_DIR, which must be empty,
       or into the empty database of DATABASE_URL and the folders for files.`

const say = (line: string) => process.stdout.write(`${line}\n`)

async function run(dir: string): Promise<number> {
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

const [dir, ...more] = process.argv.slice(2)
if (dir === undefined || dir.startsWith('-') || more.length > 0) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  try {
    process.exitCode = await run(dir)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  }
}
