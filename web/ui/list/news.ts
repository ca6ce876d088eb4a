import { HEAD_ROWS } from './list-options.ts'

/** How many rows stand before those shown; `more` when there may be others that were not counted. */
export type News = { rows: number; more: boolean }

/** Counts the head's rows before the first that is shown; rows that only went away are no news. */
export function newsOf(shown: readonly string[], head: readonly string[]): News {
  const known = new Set(shown)
  const met = head.findIndex((id) => known.has(id))
  if (met >= 0) return { rows: met, more: false }
  return { rows: head.length, more: head.length >= HEAD_ROWS }
}

/**
 * Counts the head's rows that are not shown, wherever they stand among those that are; `whole` when
 * what is shown is all there was. Rows that only moved up from the next page are no news.
 */
export function newsAmong(shown: readonly string[], head: readonly string[], whole: boolean): News {
  const known = new Set(shown)
  const last = head.findLastIndex((id) => known.has(id))
  if (last < 0) return newsOf(shown, head)
  const looked = whole ? head : head.slice(0, last)
  return { rows: looked.filter((id) => !known.has(id)).length, more: false }
}
