import { percentile } from '../scans/database.ts'
import type { Ask, Asked } from './ask.ts'
import type { ListCase, Query } from './list-cases.ts'
import type { AskedQuery } from './query-clock.ts'

export type Measured = {
  list: string
  what: string
  sort: string
  /** Each first page. */
  timesMs: number[]
  p50Ms: number
  p99Ms: number
  /** The same as the server waits for them. */
  waitedMs: number[]
  /** Page 40 beside the first one of the same filters, medians; null where the list is shorter. */
  deepRatio: number | null
  deepP99Ms: number | null
  countP50Ms: number | null
  countP99Ms: number | null
  /** Rows of the first page in the middle turn: what found nothing measured little. */
  rows: number
  /** The slowest turn: what it asked and by which statements. */
  worst: { query: Query; ms: number; queries: AskedQuery[] }
}

/** Forty pages of fifty, as eight of two hundred and more. */
const DEEP = { pages: 10, limit: 200 }
/** So many of the values are followed to their page 40. */
const FOLLOWED = 3
/** A turn past this is asked once more and the better one counts: another program may have had the core. */
const AGAIN_MS = 5

/** So many pages have a p99 that is not their worst. */
export const ENOUGH_FOR_P99 = 200

/** So often a connection plans a kept statement for its values, and once for all (decision 0038). */
export const PLANNED = 6

/** Statements asked side by side come to any of the server's connections, each of which plans them. */
const CONNECTIONS = 12
/** So many asks leave each connection with its plans. */
export const PLANNED_EVERYWHERE = PLANNED * CONNECTIONS

/** Asks a list unmeasured: what follows is of connections that have served it before. */
export async function warmUp(ask: Ask, one: ListCase): Promise<void> {
  for (let turn = 0; turn < PLANNED_EVERYWHERE; turn++) await asked(ask, one, turn, {})
}

/** `turns` first pages with varying values, their counts, and pages deep in the same lists. */
export async function measureList(ask: Ask, one: ListCase, turns: number): Promise<Measured> {
  const first: Asked[] = []
  const counts: number[] = []
  let worst: Measured['worst'] = { query: {}, ms: 0, queries: [] }
  for (let turn = 0; turn < turns; turn++) {
    const asked = await settled(ask, one, turn, {})
    first.push(asked)
    if (asked.ms > worst.ms) worst = { ...asked, query: one.query(turn) }
    if (one.asMember) continue
    const counted = await settled(ask, one, turn, { count: 'yes', limit: 1 })
    counts.push(counted.ms)
  }
  const deep = await deepPages(ask, one, turns)
  const times = first.map(({ ms }) => ms)
  const rows = first.map(({ body }) => rowsOf(body)).toSorted((a, b) => a - b)
  return {
    list: one.list,
    what: one.what,
    sort: one.sort,
    timesMs: times,
    p50Ms: percentile(times, 0.5),
    p99Ms: percentile(times, 0.99),
    waitedMs: first.map(({ waitedMs }) => waitedMs),
    deepRatio: deep && percentile(deep.pages, 0.5) / percentile(deep.firsts, 0.5),
    deepP99Ms: deep && percentile(deep.pages, 0.99),
    countP50Ms: counts.length > 0 ? percentile(counts, 0.5) : null,
    countP99Ms: counts.length > 0 ? percentile(counts, 0.99) : null,
    rows: rows[Math.floor(rows.length / 2)] ?? 0,
    worst,
  }
}

/** First pages and pages 40 in turns, of the values whose list is as long. */
async function deepPages(
  ask: Ask,
  one: ListCase,
  turns: number,
): Promise<{ pages: number[]; firsts: number[] } | null> {
  const [pages, firsts]: [number[], number[]] = [[], []]
  const isPair = one.filters.length > 1
  for (let turn = 0; turn < (isPair ? 1 : FOLLOWED); turn++) {
    const after = await cursorAt(ask, one, turn)
    if (after === null) continue
    for (let again = 0; again < Math.ceil(turns / FOLLOWED); again++) {
      pages.push((await settled(ask, one, turn, { after })).ms)
      firsts.push((await settled(ask, one, turn, {})).ms)
    }
  }
  return pages.length === 0 ? null : { pages, firsts }
}

async function cursorAt(ask: Ask, one: ListCase, turn: number): Promise<string | null> {
  let after: string | null = null
  for (let page = 0; page < DEEP.pages; page++) {
    const { body } = await asked(ask, one, turn, {
      limit: DEEP.limit,
      ...(after !== null && { after }),
    })
    after = nextOf(body)
    if (after === null) return null
  }
  return after
}

async function settled(ask: Ask, one: ListCase, turn: number, more: Query): Promise<Asked> {
  const once = await asked(ask, one, turn, more)
  if (once.ms <= AGAIN_MS) return once
  const again = await asked(ask, one, turn, more)
  return again.ms < once.ms ? again : once
}

async function asked(ask: Ask, one: ListCase, turn: number, more: Query): Promise<Asked> {
  const { path, asMember } = one
  const query = { ...one.query(turn), ...more }
  const answer = await ask({ path, asMember, query, params: one.params(turn) })
  if (answer.status === 200) return answer
  const sent = JSON.stringify(query)
  throw new Error(`${path} ${sent} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
}

const field = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined

function rowsOf(body: unknown): number {
  const items = field(body, 'items')
  return Array.isArray(items) ? items.length : 0
}

function nextOf(body: unknown): string | null {
  const next = field(body, 'next')
  return typeof next === 'string' ? next : null
}
