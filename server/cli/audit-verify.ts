// npm run audit:verify: walks the chain of staff activity and names the first row that was touched.
import { verifyAudit } from '../features/audit/audit.service.ts'
import { withDatabase } from './open.ts'

await withDatabase(async ({ db, keys }) => {
  const verdict = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((tx) => verifyAudit(tx, keys))
  if (!verdict.broken) {
    process.stdout.write(`The audit trail is whole: ${verdict.rows} rows.\n`)
    return 0
  }
  const { seq, why } = verdict.broken
  process.stdout.write(`The audit trail was touched at row ${seq}: ${why}.\n`)
  return 1
})
