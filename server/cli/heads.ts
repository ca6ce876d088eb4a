// npm run heads -- status | restored [--yes]: the heads of the chain that stand outside.
import { readChain } from '../features/platform/chain/chain-key.service.ts'
import { declareRestored, isLink } from '../features/platform/chain/chain.service.ts'
import { readContent } from '../features/platform/chain/link.service.ts'
import { placesOf } from '../features/platform/chain/outside/places.ts'
import { withDatabase, type Opened } from './open.ts'

const USAGE = `Usage: npm run heads -- status | restored [--yes]
  status    the newest head of the database and of each place outside
  restored  after the database was taken back by other means than npm run restore: shows which heads
            would be given up, and with --yes says so outside, signed, for good`

const say = (line: string) => process.stdout.write(`${line}\n`)
const [command, confirmed, ...more] = process.argv.slice(2)
const isKnown = command === 'status' || command === 'restored'
const isConfirmed = command === 'restored' && confirmed === '--yes'

if (!isKnown || more.length > 0 || (confirmed !== undefined && !isConfirmed)) {
  process.stderr.write(`${USAGE}\n`)
  process.exitCode = 2
} else {
  await withDatabase(async (opened) => {
    const strange = await tellHeads(opened)
    if (strange === null || command === 'status') return strange === null ? 1 : 0
    if (strange.length === 0) {
      say('The database has every head that is outside: none has to be given up.')
      return 0
    }
    const gone = `what led to ${strange.join(' and ')}`
    if (!isConfirmed) {
      say(`With --yes ${gone} is given up. Do it only if you know why the database is older.`)
      return 1
    }
    await declareRestored(opened)
    say(`It is told outside that ${gone} is given up.`)
    return 0
  })
}

/** Says them, and gives those outside that the database has not; null where there is no chain. */
async function tellHeads({ db, keys, config }: Opened) {
  const chain = await readChain(db, keys)
  if (!chain) {
    say('There is no chain yet: the first start begins it.')
    return null
  }
  const link = await db
    .selectFrom('chain_link')
    .select(['number', 'at'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  say(`the database: ${link ? `head ${link.number} of ${link.at.toISOString()}` : 'none'}`)
  const strange: string[] = []
  for (const place of placesOf(config)) {
    const head = await place.last(chain.id)
    if (!head) {
      say(`${place.where}: none`)
      continue
    }
    const { number, at } = readContent(head.content)
    const isOurs = await isLink(db, head)
    say(`${place.where}: head ${number} of ${at}${isOurs ? '' : ', which the database has not'}`)
    if (!isOurs) strange.push(`head ${number} in ${place.where}`)
  }
  return strange
}
