// npm run db:distribute: lays the tables of a database with the Citus extension over its nodes.
import { distribute, NotDistributable } from '../db/citus/distribute.ts'
import { withDatabase } from './open.ts'

await withDatabase(async ({ db }) => {
  try {
    const done = await distribute(db)
    process.stdout.write(
      done.length > 0
        ? `Distributed: ${done.join(', ')}. docs/scaling.md says what to look at now.\n`
        : 'All of it is distributed already. Nothing was changed.\n',
    )
    return 0
  } catch (error) {
    if (!(error instanceof NotDistributable)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
})
