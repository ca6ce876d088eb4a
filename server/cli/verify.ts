// npm run verify: every invariant of the programme as a query that must return no row.
import { CompiledQuery } from 'kysely'
import { checkInvariants } from '../features/verify/invariants.ts'
import { withDatabase } from './open.ts'

await withDatabase(async ({ db }) => {
  const failed = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const found = await checkInvariants(async (text) => {
        const { rows } = await tx.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text))
        return rows
      })
      return found.filter(({ rows }) => rows.length > 0)
    })
  for (const { name, rows } of failed) {
    process.stdout.write(`BROKEN: ${name}\n`)
    for (const row of rows.slice(0, 5)) process.stdout.write(`  ${JSON.stringify(row)}\n`)
    if (rows.length > 5) process.stdout.write(`  … and ${rows.length - 5} more\n`)
  }
  return failed.length === 0 ? 0 : 1
})
