// npm run backup:base: the files of the embedded database into WAL_ARCHIVE_DIR, beside a running server.
import path from 'node:path'
import { takeBaseBackup } from '../features/operations/recovery/base-backup.service.ts'
import { formatMoment } from '../features/operations/recovery/moment.ts'
import { megabytes } from '../features/operations/recovery/plan.service.ts'
import { withDatabase } from './open.ts'

const USAGE = `Usage: npm run backup:base
  Copies the embedded database into WAL_ARCHIVE_DIR, as the server does each night. With the log that is
  archived there from then on, npm run restore -- --to MOMENT takes it back to any second.`

const say = (line: string) => process.stdout.write(`${line}\n`)

if (process.argv.length > 2) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await withDatabase(
    async (opened) => {
      const { dir, manifest, deleted, deletedPieces } = await takeBaseBackup(opened)
      say(
        `Base backup ${path.basename(dir)}: ${megabytes(manifest.bytes)}. Any moment from ${formatMoment(new Date(manifest.until))} on can be restored from it.`,
      )
      say('The master key is not in it: keep a copy of the key apart from the archive.')
      for (const name of deleted) say(`Deleted: ${name}`)
      if (deletedPieces > 0) say(`Deleted: ${deletedPieces} older pieces of the log`)
      return 0
    },
    { owns: 'base backup of the HIL Dashboard' },
  )
}
