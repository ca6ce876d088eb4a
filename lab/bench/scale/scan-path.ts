import { sql } from 'kysely'
import type pg from 'pg'
import { FRAUD_RULES, type FraudRuleKey } from '../../../contract/platform/rule-fraud.ts'
import { openDatabase, type Db } from '../../../server/db/database.ts'
import { makeChain } from '../../../server/features/platform/chain/chain-keys.ts'
import {
  openScanEngine,
  type ScanEngine,
} from '../../../server/features/programme/scans/scan-engine.ts'
import type { ScanItem } from '../../../server/features/programme/scans/world.ts'
import { dropDatabase, freshDatabase, median, percentile } from '../scans/database.ts'
import { addActiveBatch, BATCH_SIZE, makeProgramme } from '../scans/programme.ts'
import { codeKey } from '../../../server/features/programme/batches/codes.ts'

export type BigAndEmpty = {
  bigPerSecond: number
  emptyPerSecond: number
  /** Of each round: 1 where size costs nothing. */
  ratios: number[]
  /** The median of them. */
  ratio: number
  bigP99Ms: number
  emptyP99Ms: number
}

const EMPTY = 'scale_empty'
const START = Object.fromEntries(
  Object.entries(FRAUD_RULES).map(([key, { start }]) => [key, start]),
) as Record<FraudRuleKey, number>
const RULES = {
  ...START,
  scansPerDay: 1_000_000,
  wrongCodesPerDay: 10,
  membersPerDevice: 5,
  serialsPerPlace: 1_000_000,
  fastestKmh: 300,
  fastestFromKm: 200,
  pointValuePaise: 100,
}
const CALLERS = 64

const SECONDS = 6

/**
 * Scans in process on the big database and on an empty one of the same server, in turns. A round before
 * those is not measured: right after a start the big one would be measured while it reads its disk.
 */
export async function benchBigAndEmpty(
  server: pg.ClientConfig,
  big: pg.ClientConfig,
  { rounds = 3 }: { rounds?: number | undefined } = {},
): Promise<BigAndEmpty> {
  const empty = await freshDatabase(server, EMPTY)
  await makeProgramme(empty)
  const sides = await Promise.all([open(big), open(empty)])
  try {
    const rates: [number[], number[]] = [[], []]
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round <= rounds; round++) {
      for (const [index, side] of sides.entries()) {
        await side.stock()
        if (round === 0) await scanFor(side, SECONDS, [])
        else rates[index]?.push(await scanFor(side, SECONDS, times[index] ?? []))
      }
    }
    const ratios = rates[0].map((rate, round) => rate / (rates[1][round] ?? Number.NaN))
    return {
      bigPerSecond: median(rates[0]),
      emptyPerSecond: median(rates[1]),
      ratios,
      ratio: median(ratios),
      bigP99Ms: percentile(times[0], 0.99),
      emptyP99Ms: percentile(times[1], 0.99),
    }
  } finally {
    for (const side of sides) await side.close()
    await dropDatabase(server, EMPTY)
  }
}

type Side = { engine: ScanEngine; next(): ScanItem; stock(): Promise<void>; close(): Promise<void> }

async function open(connection: pg.ClientConfig): Promise<Side> {
  const { db } = openDatabase(connection, { size: 2, onError: () => {} })
  // The big one's schemes are over: here too, or it would have more to write.
  await sql`update scheme set status = 'ended' where status = 'active'`.execute(db)
  const { members, batch } = await extent(db)
  const engine = await openScanEngine({
    connect: connection,
    chain: makeChain(Buffer.alloc(64, 1)),
    rules: () => RULES,
    log: { warn: (details, message) => console.warn(message, details) },
  })
  let batchId = batch
  let items: ScanItem[] = []
  return {
    engine,
    next() {
      const item = items.pop()
      if (!item) throw new Error('The bench ran out of coupons.')
      return item
    },
    /** A batch more, whose coupons anybody may scan: as many on both sides, whatever lies beside. */
    async stock() {
      batchId++
      const codes = await addActiveBatch(db, connection, batchId)
      const keys = codes.map((code) => codeKey(batchId, code))
      for (let i = keys.length - 1; i > 0; i--) {
        const other = Math.floor(Math.random() * (i + 1))
        const [a, b] = [keys[i], keys[other]]
        if (a && b) [keys[i], keys[other]] = [b, a]
      }
      items = keys.map((key) => attempt(members, batchId, key))
    },
    async close() {
      await engine.stop()
      await db.destroy()
    },
  }
}

const attempt = (members: number, batchId: number, key: string): ScanItem => {
  const memberId = 1 + Math.floor(Math.random() * members)
  const place = { lat: 10 + (memberId % 199) / 10, lng: 70 + (memberId % 211) / 10 }
  return {
    memberId,
    state: (memberId % 36) + 1,
    kind: 'mason',
    distributorId: null,
    codeKey: key,
    batchId,
    device: `device-${memberId}`,
    ...place,
  }
}

/** Each side has its own members scan, all of them, and goes on behind its last batch. */
async function extent(db: Db): Promise<{ members: number; batch: number }> {
  const { rows } = await sql<{ members: number; batch: number }>`
    select (select max(member_id) from member where erased_at is null) as members,
      (select coalesce(max(batch_id), 0) from coupon_batch) as batch`.execute(db)
  const [found] = rows
  if (!found) throw new Error('An aggregate gave no row.')
  return found
}

async function scanFor(side: Side, seconds: number, times: number[]): Promise<number> {
  const begun = performance.now()
  const end = begun + seconds * 1000
  let [done, left] = [0, BATCH_SIZE]
  await Promise.all(
    Array.from({ length: CALLERS }, async () => {
      while (performance.now() < end && left-- > 0) {
        const asked = performance.now()
        await side.engine.scan(side.next())
        times.push(performance.now() - asked)
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - begun)
}
