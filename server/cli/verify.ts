// npm run verify: every invariant of the programme, each approval, and the chain against its heads outside.
import { takenBack } from '../features/platform/chain/chain.service.ts'
import { placesOf } from '../features/platform/chain/outside/places.ts'
import { formatMoment } from '../features/operations/recovery/moment.ts'
import { verifyEverything } from '../features/operations/verify/verify.service.ts'
import { withDatabase } from './open.ts'

await withDatabase(async ({ config, db, keys }) => {
  const failed = await verifyEverything(db, { keys, places: placesOf(config) })
  for (const { name, rows } of failed) {
    process.stdout.write(`BROKEN: ${name}\n`)
    for (const row of rows.slice(0, 5)) process.stdout.write(`  ${JSON.stringify(row)}\n`)
    if (rows.length > 5) process.stdout.write(`  … and ${rows.length - 5} more\n`)
  }
  for (const { at, from, upTo } of await takenBack(db)) {
    process.stdout.write(
      `History was taken back on ${formatMoment(at)}: heads ${from} to ${upTo} outside were given up.\n`,
    )
  }
  return failed.length === 0 ? 0 : 1
})
