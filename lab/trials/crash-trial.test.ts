import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRandom, type Random } from '../../server/demo/random.ts'
import { readBooksUntil, type Readings } from './crash/books.ts'
import { sixteenClients } from './crash/clients.ts'
import { isKill, planFaults, STRIKES } from './crash/faults.ts'
import { Journal } from './crash/journal.ts'
import { judge } from './crash/judge.ts'
import { killAtEachWord } from './crash/last-words.ts'
import { startProduct, type Product } from './crash/product.ts'
import { paymentDifferences, untilSettled } from './crash/settling.ts'
import { whereItStands } from './crash/standstill.ts'
import { isReady } from '../../server/test/launch.ts'
import { FULL } from '../../server/test/trust.ts'

// The real server, its own PostgreSQL and the provider are killed, stalled and cut while sixteen clients
// do everything at once. Whatever a client was told is there afterwards, once, and the books balance.

const SEED = Number(process.env.TRUST_SEED ?? 20_261_122)
const KILLS = FULL ? Number(process.env.TRUST_KILLS ?? 200) : 3
const READS = FULL ? 5 * KILLS : 5
const THINK_MS = 100
const COUPONS = FULL ? 2_000 + 300 * KILLS : 3_000
const LIMIT_MS = 300_000 + KILLS * 30_000
const LONGEST_MS = 90_000
/** On a machine that starts an undisturbed server slowly, so many times what that took. */
const READY = { ms: 10_000, starts: 5 }
const SETTLED_MS = 60_000

let product: Product
const journal = new Journal(() => whereItStands(product))

beforeAll(async () => {
  product = await startProduct(COUPONS, SEED)
}, LIMIT_MS)
afterAll(() => product?.end())

const say = (line: string) => void (FULL && process.stdout.write(`${line}\n`))

/** Milliseconds from `began` until the server says that it is ready, and has acknowledged something. */
async function untilServing(began: number): Promise<number> {
  const end = began + LONGEST_MS
  while (!(await isReady(product.url)) && performance.now() < end) await pause(20)
  const before = journal.written
  for (; journal.written === before && !journal.stopping; await pause(5)) {
    if (performance.now() < end) continue
    throw new Error(`The server acknowledges nothing any more.\n${await whereItStands(product)}`)
  }
  return performance.now() - began
}

/** Kinds of work of which nothing was acknowledged yet. */
const kindsMissing = () => Object.entries(journal.counts()).filter(([, count]) => count === 0)

/** On a starved machine there were few turns between the faults, and a rare kind of work had none. */
async function untilOfEachKind(): Promise<void> {
  const end = performance.now() + LONGEST_MS
  while (kindsMissing().length > 0 && !journal.stopping && performance.now() < end) {
    await pause(100)
  }
}

type Struck = { fault: string; ms: number }

async function strikeAll(random: Random): Promise<Struck[]> {
  const struck: Struck[] = []
  for (const fault of planFaults(random, KILLS)) {
    if (journal.stopping) break
    await pause(200 + 600 * random.next())
    const began = performance.now()
    await journal.disturb(async () => STRIKES[fault]?.(product, random))
    struck.push({ fault, ms: await untilServing(began) })
    if (struck.length % 20 === 0) say(`${struck.length} faults, ${journal.written} writes`)
  }
  await untilOfEachKind()
  return struck
}

function tell(struck: readonly Struck[], books: Readings, settledMs: number): void {
  const times = Map.groupBy(struck, ({ fault }) => fault)
  for (const [fault, all] of times) {
    const ms = all.map((one) => Math.round(one.ms)).toSorted((a, b) => a - b)
    say(`${fault}: ${ms.length}, serving after ${ms[ms.length >> 1]} ms, at most ${ms.at(-1)} ms`)
  }
  const { written, read, refused, later, lost } = journal
  say(`${written} writes acknowledged, ${read} reads, ${refused} refused`)
  say(`${later} asked to come later, ${lost} tries unanswered`)
  say(JSON.stringify(journal.counts()))
  say(`${books.exact} readings of the books, the last of ${books.transfers} transfers`)
  say(
    `settled after ${Math.round(settledMs)} ms; first start ${Math.round(product.firstStartMs)} ms`,
  )
}

test(
  `${KILLS} kills and as many troubles under 16 clients, seed ${SEED}: nothing acknowledged is lost, the books balance`,
  { timeout: LIMIT_MS, retry: 0 },
  async () => {
    const { call, world, db, simulator } = product
    const working = sixteenClients({ call, world, journal }, { seed: SEED, thinkMs: THINK_MS })
    const reading = readBooksUntil(
      db,
      ({ exact, wrong }) => journal.stopping && (exact >= READS || wrong.length > 0),
      FULL ? 250 : 100,
    )
    // A client that gives up ends the faults, and is heard below; so is a reader that fails meanwhile.
    working.catch(() => (journal.stopping = true))
    reading.catch(() => {})
    const struck = await strikeAll(makeRandom(SEED)).finally(() => (journal.stopping = true))
    await working
    const books = await reading
    const settledMs = await untilSettled(db, simulator)
    tell(struck, books, settledMs)
    await killAtEachWord(product, journal)
    expect(struck.filter(({ fault }) => isKill(fault))).toHaveLength(KILLS)
    expect([...journal.wrong, ...(await judge(db, world, journal))]).toEqual([])
    expect(await paymentDifferences(db, simulator)).toEqual([])
    expect(books.wrong).toEqual([])
    expect(books.exact).toBeGreaterThanOrEqual(READS)
    // A trial in which one kind of work was never acknowledged has shown nothing of it.
    expect(kindsMissing()).toEqual([])
    expect(await product.command('verify')).toBe('')
    expect(await product.command('audit-verify')).toMatch(/^The audit trail is whole/)
    expect(await product.stopServer()).toBe(0)
    if (!FULL) return
    const readyMs = Math.max(READY.ms, READY.starts * product.firstStartMs)
    expect(struck.filter(({ ms }) => ms > readyMs)).toEqual([])
    expect(settledMs).toBeLessThan(SETTLED_MS)
  },
)
