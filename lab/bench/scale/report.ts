import { percentile } from '../scans/database.ts'
import type { Measured } from './measure-lists.ts'
import type { measureRollup, MeasuredPage } from './measure-pages.ts'
import type { BigAndEmpty } from './scan-path.ts'
import type { Result } from '../table.ts'

export type ScaleResults = {
  scale: string
  lists: Measured[]
  pages: MeasuredPage[]
  /** Not measured where only some lists and pages are: scans write, and the next run reads. */
  whole: { rollup: Awaited<ReturnType<typeof measureRollup>>; scans: BigAndEmpty } | null
  rows: Record<string, number>
}

const ms = (value: number) => `${value.toFixed(1)} ms`
const times = (ratio: number) => `${ratio.toFixed(2)} ×`
const BAR = { p50Ms: 3, p99Ms: 25, deep: 2, storyMs: 20, rollup: 30 }

/**
 * Lists that compute what their rows say when they are asked: whether each can be paid, by seven more
 * statements over what is known of fifty members; what the members of a network had and moved in a
 * month that is past, read in each ledger from its end back to it (decision 0034).
 */
const COMPUTED = new Set([
  '/api/admin/payments/failed',
  '/api/admin/settlements/:month/:distributorId/members',
  '/api/admin/settlements/:month/:distributorId/transfers',
])
const COMPUTED_P50_MS = 10
const p50BarOf = (list: string) => (COMPUTED.has(list) ? COMPUTED_P50_MS : BAR.p50Ms)

/** Whether no page of a filter is slow: neither its first ones nor one deep in the list. */
export const isQuick = ({ p99Ms, deepP99Ms }: Measured): boolean =>
  p99Ms <= BAR.p99Ms && (deepP99Ms ?? 0) <= BAR.p99Ms

/** Whether a filter keeps to the bar of its list by itself, page 40 included. */
export const isMet = (one: Measured): boolean =>
  one.p50Ms <= p50BarOf(one.list) && isQuick(one) && !isSlowDeep(one)

/** A first page of half a millisecond may be doubled by one block: what matters then is the bar itself. */
const isSlowDeep = ({ list, deepRatio, deepP99Ms }: Measured): boolean =>
  (deepRatio ?? 0) > BAR.deep && (deepP99Ms ?? 0) > p50BarOf(list)

/** The bars of the whole as lines of the common table. */
export function resultsOf({ scale, lists, pages, whole }: ScaleResults): Result[] {
  const story = pages.find(({ what }) => what === 'coupon found with its whole story')
  const names = [...new Set(lists.map(({ list }) => list))]
  return [
    ...names.map((name) =>
      lineOf(
        lists.filter(({ list }) => list === name),
        name,
      ),
    ),
    ...(story
      ? [
          {
            what: `coupon found among ${scale} with its whole story`,
            measured: `p50 ${ms(story.p50Ms)}, p99 ${ms(story.p99Ms)}`,
            bar: `p99 ≤ ${BAR.storyMs} ms`,
            met: story.p99Ms <= BAR.storyMs,
            detail: '',
          },
        ]
      : []),
    ...(whole ? wholeOf(whole, scale) : []),
  ]
}

function wholeOf({ rollup, scans }: NonNullable<ScaleResults['whole']>, scale: string): Result[] {
  return [
    {
      what: `dashboard, 30 days over ${scale} scans`,
      measured: `${times(rollup.ratio)} faster than from raw rows`,
      bar: `${BAR.rollup} ×`,
      met: rollup.ratio >= BAR.rollup,
      detail: `${ms(rollup.rollupMs)} beside ${ms(rollup.rawMs)}`,
    },
    scansLine(scans, scale),
  ]
}

export function scansLine(scans: BigAndEmpty, scale: string): Result {
  const { bigPerSecond, emptyPerSecond, bigP99Ms, emptyP99Ms, ratios } = scans
  const rounds = ratios.map((ratio) => ratio.toFixed(2)).join(', ')
  return {
    what: `scans in process beside ${scale} and in an empty database`,
    measured: times(scans.ratio),
    bar: 'told',
    met: true,
    detail: `${bigPerSecond.toFixed(0)} beside ${emptyPerSecond.toFixed(0)} scans/s; p99 ${ms(bigP99Ms)} beside ${ms(emptyP99Ms)}; rounds ${rounds}`,
  }
}

/** A list: the medians of all its pages and of page 40 beside the first, and its slowest filter. */
function lineOf(cases: Measured[], name: string): Result {
  const worst = (of: (one: Measured) => number) => Math.max(...cases.map(of))
  const middle = (of: (one: Measured) => number[]) => percentile(cases.flatMap(of), 0.5)
  const all = middle(({ timesMs }) => timesMs)
  const waited = middle(({ waitedMs }) => waitedMs)
  const ratios = cases.flatMap(({ deepRatio }) => deepRatio ?? [])
  const deep = ratios.length === 0 ? null : percentile(ratios, 0.5)
  const over = cases.filter((one) => !isMet(one)).length
  const slowest = [
    `p50 ${ms(worst((one) => one.p50Ms))}`,
    `p99 ${ms(worst((one) => one.p99Ms))}`,
    ...(deep === null
      ? []
      : [`page 40 p99 ${ms(worst((one) => one.deepP99Ms ?? 0))}, ${times(Math.max(...ratios))}`]),
  ]
  return {
    what: `pages of ${name}`,
    measured: `p50 ${ms(all)} (${ms(waited)} waited)${deep === null ? '' : `, page 40 ${times(deep)}`}; slowest of ${cases.length} filters: ${slowest.join(', ')}`,
    bar: `in the database p50 ≤ ${p50BarOf(name)} ms, page 40 ≤ ${BAR.deep} ×; of each filter p99 ≤ ${BAR.p99Ms} ms`,
    met: all <= p50BarOf(name) && (deep ?? 0) <= BAR.deep && cases.every(isQuick),
    detail: over === 0 ? '' : `${over} filters past it by themselves, see lab/bench/results-20m.md`,
  }
}

/** Everything that was measured, the cases past their bar before the others. */
export function describeScale(results: ScaleResults): string {
  const { lists, pages, rows } = results
  const counts = Object.entries(rows).map(
    ([name, count]) => `${name} ${Math.round(count).toLocaleString('en-US')}`,
  )
  return [
    `Rows: ${counts.join(', ')}.`,
    'Times of lists are those in the database, as its log tells them: reading a statement, planning it and answering, side by side ones counted once, without the look-up of the session. *Waited* is from sending a query to its last row on the server, as are the times of pages that are no lists. A turn past 5 ms in the database was asked once more, and the better one counts; a filter with a page past 25 ms was then asked 200 pages, whose p99 counts. *deep* is page 40 beside the first page of the same filter; *count* is asked apart from the page (decision 0008).',
    pastTheBar(lists),
    '## Pages that are no lists',
    '| what | p50 | p99 |\n|---|---|---|',
    pages.map(({ what, p50Ms, p99Ms }) => `| ${what} | ${ms(p50Ms)} | ${ms(p99Ms)} |`).join('\n'),
    '## Every list, every filter',
    tableOf(lists, false),
  ]
    .join('\n\n')
    .replace('|---|---|---|\n\n|', '|---|---|---|\n|')
}

export function pastTheBar(lists: readonly Measured[]): string {
  const missed = lists.filter((one) => !isMet(one))
  const found = missed.length === 0 ? 'None.' : tableOf(missed, true)
  return `## Past the bar by themselves: ${missed.length} of ${lists.length} filters and orders\n\n${found}`
}

function tableOf(cases: readonly Measured[], withQuery: boolean): string {
  const lines = cases.map((one) => {
    const { list, what, sort, p50Ms, p99Ms, deepRatio, countP50Ms, countP99Ms, rows, worst } = one
    const count = countP50Ms === null ? '' : `${ms(countP50Ms)} / ${ms(countP99Ms ?? 0)}`
    const last = withQuery ? JSON.stringify(worst.query).replaceAll('|', '\\|') : String(rows)
    return `| ${list} | ${what} | ${sort} | ${ms(p50Ms)} | ${ms(p99Ms)} | ${deepRatio === null ? '' : times(deepRatio)} | ${count} | ${last} |`
  })
  const head = `| list | filters | order | p50 | p99 | deep | count p50 / p99 | ${withQuery ? 'slowest' : 'rows'} |`
  return [head, '|---|---|---|---|---|---|---|---|', ...lines].join('\n')
}
