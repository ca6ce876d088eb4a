// npm run audit:verify: the trail of staff activity and the chain that proves it, row by row.
import { placesOf } from '../features/chain/outside/places.ts'
import { verifyChain } from '../features/chain/verify-chain.service.ts'
import { withDatabase } from './open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await withDatabase(async ({ config, db, keys }) => {
  const places = placesOf(config)
  const { rows, touched } = await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { seq } = await tx.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
      return { rows: seq, touched: await verifyChain(tx, { keys, places }) }
    })
  if (touched.length === 0) {
    say(`The audit trail is whole: ${rows} rows.`)
    say(`The heads in ${places.map(({ where }) => where).join(' and ')} are of this history.`)
    return 0
  }
  say('History was touched:')
  for (const { table, id, when, what } of touched) {
    say(`  ${[table, id, when && `(${when})`].filter(Boolean).join(' ')}: ${what}`)
  }
  return 1
})
