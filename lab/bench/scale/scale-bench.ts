import pg from 'pg'
import { buildApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { logFileOf } from '../../../server/db/embedded/site.ts'
import { makeLog } from '../../../server/log.ts'
import { openPlatform, type Platform } from '../../../server/platform.ts'
import { explainCases } from './explain.ts'
import { isMet, isQuick, type ScaleResults } from './report.ts'
import { asker, openSessions, type Ask } from './ask.ts'
import { listCases, listEndpoints } from './list-cases.ts'
import { ENOUGH_FOR_P99, measureList, warmUp, type Measured } from './measure-lists.ts'
import { measurePages, measureRollup } from './measure-pages.ts'
import { openScale, type Where } from './open-scale.ts'
import { QueryClock, TELLS_TIMES } from './query-clock.ts'
import { takeSamples, type Samples } from './samples.ts'
import { benchBigAndEmpty } from './scan-path.ts'
import { readScale } from './sizes.ts'

export type ScaleOptions = Where & {
  scale: string
  /** First pages of each filter, with varying values. */
  turns?: number
  /** Only lists whose address, and pages whose name, holds this. */
  only?: string | undefined
  /** Says the plans of what is past its bar. */
  explain?: boolean | undefined
  say?: (line: string) => void
}

/** Every list, page and report of the product, and the path of a scan, over a programme of this scale. */
export async function benchScale({
  scale,
  turns = 40,
  only,
  explain = false,
  say = console.log,
  ...where
}: ScaleOptions): Promise<ScaleResults> {
  const rows = readScale(scale)
  const big = await openScale(rows, where, say)
  try {
    const read = await onPlatform(big, async (platform, ask, samples) => {
      const lists = await measureLists(ask, samples, { turns, only, say })
      const pages = await measurePages(ask, samples, { turns, only })
      if (explain) {
        await explainCases(big.connection, [...lists.filter((one) => !isMet(one)), ...pages], say)
      }
      const rollup = only === undefined ? await measureRollup(platform.context.db) : null
      return { lists, pages, rollup, rows: await rowsOf(big.connection) }
    })
    const { rollup, ...found } = read
    if (!rollup) return { scale, ...found, whole: null }
    // Last: it writes.
    const scans = await benchBigAndEmpty(big.cluster.connection, big.connection)
    return { scale, ...found, whole: { rollup, scans } }
  } finally {
    await big.close()
  }
}

type Big = Awaited<ReturnType<typeof openScale>>

async function onPlatform<T>(
  { connection, dataDir }: Pick<Big, 'connection' | 'dataDir'>,
  work: (platform: Platform, ask: Ask, samples: Samples) => Promise<T>,
): Promise<T> {
  const config = readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', ROLE: 'web' })
  const publicUrl = 'http://localhost'
  const clock = new QueryClock(logFileOf(dataDir))
  const told = { ...connection, options: TELLS_TIMES }
  const platform = await openPlatform(config, told, { log: makeLog(config), publicUrl })
  try {
    const app = await buildApp(platform.context, { isReady: () => true })
    const samples = await withOwn(connection, takeSamples)
    const tokens = await openSessions(platform.context.db)
    const found = await work(platform, asker(app, clock, tokens), samples)
    await app.close()
    return found
  } finally {
    await platform.stop()
    clock.close()
  }
}

/** A list with few filters is asked at least so many first pages. */
const FEWEST_PAGES = 48

async function measureLists(
  ask: Ask,
  samples: Samples,
  { turns, only, say }: { turns: number; only: string | undefined; say: (line: string) => void },
): Promise<Measured[]> {
  const endpoints = listEndpoints().filter(({ path }) => only === undefined || path.includes(only))
  // All cases first: a filter without values is told before an hour of measuring.
  const lists = endpoints.map((endpoint) => listCases(endpoint, samples))
  const measured: Measured[] = []
  for (const cases of lists) {
    const [first] = cases
    if (first) await warmUp(ask, first)
    for (const one of cases) {
      const found = await measureList(ask, one, Math.max(turns, FEWEST_PAGES / cases.length))
      if (isQuick(found)) {
        measured.push(found)
        continue
      }
      // The worst of a few turns is no percentile.
      say(`slow: ${one.path} [${one.what}] ${JSON.stringify(found.worst.query)}`)
      const again = await measureList(ask, one, ENOUGH_FOR_P99)
      // The median of the list is of as many pages of each filter.
      measured.push({ ...again, timesMs: found.timesMs, waitedMs: found.waitedMs })
    }
  }
  return measured
}

async function withOwn<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...connection, options: '-c timezone=UTC' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** How many rows the largest tables hold, as the statistics say. */
const rowsOf = (connection: pg.ClientConfig) =>
  withOwn(connection, async (client) => {
    const { rows } = await client.query<{ name: string; rows: number }>(
      `select relname as name, reltuples::float8 as rows from pg_class
       where relkind = 'r' and relnamespace = 'public'::regnamespace order by 2 desc limit 16`,
    )
    return Object.fromEntries(rows.map(({ name, rows: count }) => [name, count]))
  })
