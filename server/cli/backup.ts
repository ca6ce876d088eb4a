// npm run backup -- DIR [--keep N] [--with-key]: the database and the files, beside running servers.
import { parseArgs } from 'node:util'
import { backUp, type Backup } from '../features/operations/backup/backup.service.ts'
import { masterKey } from '../lib/master-key.ts'
import { withDatabase } from './open.ts'

const USAGE = `Usage: npm run backup -- DIR [--keep N] [--with-key]
  DIR         the folder that the backup becomes; it must not be there yet
  --keep N    then delete the oldest backups beside it until N are left
  --with-key  put the master key in too, in a file of its own; without it keep the key elsewhere`

function read() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { keep: { type: 'string' }, 'with-key': { type: 'boolean' } },
    })
  } catch {
    return null
  }
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const SHOWN = 10

function tell(dir: string, { manifest, lost, deleted }: Backup, withKey: boolean): void {
  const { tables, files } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  say(`Backed up to ${dir}: ${rows} rows of ${tables.length} tables, ${files.count} files.`)
  if (files.where === 'bucket') say('The files are in a bucket: back that up with its own means.')
  say(
    withKey
      ? 'The master key is in it: whoever gets this folder can read everything. Keep it accordingly.'
      : 'The master key is not in it, and without the key it cannot be restored. Keep a copy of the key apart from the backups.',
  )
  for (const name of deleted) say(`Deleted: ${name}`)
  if (lost.length === 0) return
  say(
    `${lost.length} files are named by rows and are not in the store. No older backup was deleted:`,
  )
  for (const name of lost.slice(0, SHOWN)) say(`  ${name}`)
}

const args = read()
const [dir, ...more] = args?.positionals ?? []
const { keep, 'with-key': withKey = false } = args?.values ?? {}
if (dir === undefined || more.length > 0 || (keep !== undefined && !/^[1-9]\d{0,4}$/.test(keep))) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await withDatabase(
    async (opened) => {
      const { MASTER_KEY, DATA_DIR } = opened.config
      const made = await backUp(opened, {
        dir,
        keep: keep === undefined ? null : Number(keep),
        key: withKey ? (await masterKey(MASTER_KEY, DATA_DIR)).toString('hex') : null,
      })
      tell(dir, made, withKey)
      return made.lost.length > 0 ? 1 : 0
    },
    { owns: 'backup of the HIL Dashboard' },
  )
}
