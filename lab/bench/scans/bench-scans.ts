import type pg from 'pg'
import { readConfig } from '../../../server/config.ts'
import { openDatabase } from '../../../server/db/database.ts'
import { makeChain } from '../../../server/features/platform/chain/chain-keys.ts'
import { openRuleBook } from '../../../server/features/platform/rules/rule-book.ts'
import { startValues } from '../../../server/features/platform/rules/start-values.ts'
import {
  openScanEngine,
  type ScanEngine,
} from '../../../server/features/programme/scans/scan-engine.ts'
import { dropDatabase, freshDatabase, median, percentile } from './database.ts'
import { CouponStock, makeProgramme } from './programme.ts'
import { prepareTpcb } from './tpcb.ts'

export type ScanBenchOptions = {
  rounds?: number
  secondsPerRound?: number
  callers?: number
  /** Each scan tells device and place, so that every flagging rule works too. */
  phones?: boolean
}

export type ScanBench = {
  scansPerSecond: number
  tpcbPerSecond: number
  tpcbBy: string
  /** Median of the rounds' own ratios: what disturbs the machine disturbs both. */
  ratio: number
  p50Ms: number
  p99Ms: number
}

const DATABASE = 'bench_scans'
const LIMITS = { SCANS_PER_DAY: '1000000', SERIALS_PER_PLACE: '1000000' }
/** More than any machine scans in a second. */
const STOCK_PER_SECOND = 25_000

/**
 * Scans in process, each a first one of a coupon with two schemes on, against TPC-B on the same
 * server, in turns. `server` is a superuser's connection; the databases it makes are dropped.
 */
export async function benchScans(
  server: pg.ClientConfig,
  { rounds = 3, secondsPerRound = 8, callers = 64, phones = true }: ScanBenchOptions = {},
): Promise<ScanBench> {
  const tpcb = await prepareTpcb(server)
  const connection = await freshDatabase(server, DATABASE)
  await makeProgramme(connection)
  const stock = new CouponStock(connection, phones)
  const log = { warn: (details: object, message: string) => console.warn(message, details) }
  const { pool } = openDatabase(connection, { size: 2, onError: () => {} })
  // As in a process of the product: read again every second beside the scans.
  const rules = await openRuleBook(pool, { start: startValues(readConfig(LIMITS)), log })
  const engine = await openScanEngine({
    connect: connection,
    chain: makeChain(Buffer.alloc(64, 1)),
    rules: rules.at,
    log,
  })
  const scanRates: number[] = []
  const tpcbRates: number[] = []
  const times: number[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      tpcbRates.push(await tpcb.measure(secondsPerRound))
      await stock.fill(STOCK_PER_SECOND * secondsPerRound)
      await scanFor(engine, stock, callers, 1, [])
      scanRates.push(await scanFor(engine, stock, callers, secondsPerRound, times))
    }
  } finally {
    await engine.stop()
    await rules.stop()
    await pool.end()
    await dropDatabase(server, DATABASE)
    await dropDatabase(server, 'bench_tpcb')
  }
  return {
    scansPerSecond: median(scanRates),
    tpcbPerSecond: median(tpcbRates),
    tpcbBy: tpcb.by,
    ratio: median(scanRates.map((rate, round) => rate / (tpcbRates[round] ?? Number.NaN))),
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
  }
}

async function scanFor(
  engine: ScanEngine,
  stock: CouponStock,
  callers: number,
  seconds: number,
  times: number[],
): Promise<number> {
  const begin = performance.now()
  const end = begin + seconds * 1000
  let done = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (performance.now() < end) {
        const asked = performance.now()
        const { result } = await engine.scan(stock.next())
        if (result !== 'credited') throw new Error(`A fresh coupon was answered with ${result}.`)
        times.push(performance.now() - asked)
        done++
      }
    }),
  )
  return (done * 1000) / (performance.now() - begin)
}
