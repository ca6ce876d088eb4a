// npm run audit:verify: the trail of staff activity and the chain that proves it, row by row.
import { placesOf } from '../features/platform/chain/outside/places.ts'
import { onSnapshot, verifyChain } from '../features/platform/chain/verify-chain.service.ts'
import { withDatabase } from './open.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

await withDatabase(async ({ config, db, keys }) => {
  const places = placesOf(config)
  const { rows, touched } = await onSnapshot(db, { keys, places }, async (tx, needs) => {
    const { seq } = await tx.selectFrom('audit_head').select('seq').executeTakeFirstOrThrow()
    return { rows: seq, touched: await verifyChain(tx, needs) }
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
