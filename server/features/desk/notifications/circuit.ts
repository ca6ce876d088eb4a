/** So many troubles in a row, and the webhook counts as down: then it is tried by one message at a time. */
export const TROUBLES_TO_HOLD = 10
const FIRST_HOLD_MS = 5_000
const LONGEST_HOLD_MS = 300_000

export type Troubles = {
  /** In a row before this run, as stored. */
  before: number
  /** In a row now. */
  now: number
  /** What the other side asked to wait, at the most. */
  waitMs: number | null
}

export const isDown = (troubles: number) => troubles >= TROUBLES_TO_HOLD

/**
 * What is kept of a run: troubles in a row, and how long the webhook is left alone. Once it is down each
 * try that fails doubles the wait, however many messages were on their way when it went down.
 */
export function afterRun({ before, now, waitMs }: Troubles): {
  troubles: number
  holdMs: number | null
} {
  if (!isDown(now)) return { troubles: now, holdMs: waitMs }
  const troubles = isDown(before) ? before + 1 : TROUBLES_TO_HOLD
  const holdMs = Math.min(FIRST_HOLD_MS * 2 ** (troubles - TROUBLES_TO_HOLD), LONGEST_HOLD_MS)
  return { troubles, holdMs: Math.max(holdMs, waitMs ?? 0) }
}
