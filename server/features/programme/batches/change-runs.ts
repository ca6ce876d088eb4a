export type CouponChange = {
  changeId: number
  at: Date
  staffId: number
  by: string
  action: string
  fromSerial: number
  toSerial: number
  changed: number
  reason: string | null
  device: string | null
}

/** Pieces of one run follow one another faster than this. */
const GAP_MS = 60_000

/**
 * Puts the pieces of a run together again: a long run of serials is changed in pieces, one row each,
 * and people look for the run. Newest first, as they come; a run has the moment and the number of its
 * first piece.
 */
export function joinRuns(changes: readonly CouponChange[]): CouponChange[] {
  const runs: CouponChange[] = []
  for (const change of changes) {
    const later = runs.at(-1)
    if (later && continues(later, change)) {
      const { toSerial, changed } = later
      runs[runs.length - 1] = { ...change, toSerial, changed: changed + change.changed }
    } else {
      runs.push(change)
    }
  }
  return runs
}

function continues(later: CouponChange, earlier: CouponChange): boolean {
  return (
    later.fromSerial === earlier.toSerial + 1 &&
    later.staffId === earlier.staffId &&
    later.action === earlier.action &&
    later.reason === earlier.reason &&
    later.device === earlier.device &&
    later.at.getTime() - earlier.at.getTime() < GAP_MS
  )
}
