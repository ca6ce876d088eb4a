import type { ScanRow } from '../../../../contract/programme/scans.ts'

/** Rows that the feed shows. */
export const FEED_ROWS = 12

/** What the feed shows, and what came while it stood still: both the newest first. */
export type Feed = { shown: readonly ScanRow[]; waiting: readonly ScanRow[]; missed: number }
export const EMPTY_FEED: Feed = { shown: [], waiting: [], missed: 0 }

export const feedKey = ({ memberId, scanId }: ScanRow): string => `${memberId}-${scanId}`

/** Ids are numbers that are too large for a number of JavaScript. */
function newestFirst(a: ScanRow, b: ScanRow): number {
  const [left, right] = [BigInt(a.scanId), BigInt(b.scanId)]
  return left === right ? a.memberId - b.memberId : left < right ? 1 : -1
}

/** The newest of both, each once and as it came last. */
function newestOf(rows: readonly ScanRow[], more: readonly ScanRow[]): ScanRow[] {
  const all = new Map([...rows, ...more].map((row) => [feedKey(row), row]))
  return [...all.values()].toSorted(newestFirst).slice(0, FEED_ROWS)
}

/** Rows that came while nothing may move: those that are shown change in their places, others wait. */
function heldWith({ shown, waiting, missed }: Feed, rows: readonly ScanRow[]): Feed {
  const came = new Map(rows.map((row) => [feedKey(row), row]))
  const known = new Set([...shown, ...waiting].map(feedKey))
  const shownKeys = new Set(shown.map(feedKey))
  // One that is older than all that are shown has no place there, now or later.
  const last = shown.length < FEED_ROWS ? undefined : shown.at(-1)
  const fits = (row: ScanRow) => last === undefined || newestFirst(row, last) < 0
  const more = rows.filter((row) => !shownKeys.has(feedKey(row)) && fits(row))
  return {
    shown: shown.map((row) => came.get(feedKey(row)) ?? row),
    waiting: newestOf(waiting, more),
    missed: missed + more.filter((row) => !known.has(feedKey(row))).length,
  }
}

/** The feed with rows that came; while it is held they wait, unless there is nothing yet to hold. */
export function withRows(feed: Feed, rows: readonly ScanRow[], held: boolean): Feed {
  if (held && feed.shown.length > 0) return heldWith(feed, rows)
  return { shown: newestOf(feed.shown, [...feed.waiting, ...rows]), waiting: [], missed: 0 }
}
