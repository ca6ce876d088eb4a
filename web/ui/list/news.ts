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
