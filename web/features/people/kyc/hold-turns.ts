const last = new Map<number, Promise<unknown>>()

/**
 * Does one thing after another for a submission, in the order in which they were asked for: letting
 * go of it must not overtake taking it, nor come after taking it again.
 */
export function inTurn<T>(memberId: number, act: () => Promise<T>): Promise<T> {
  const before = last.get(memberId) ?? Promise.resolve()
  const now = before.then(act, act)
  const settled = now
    .catch(() => undefined)
    .finally(() => {
      if (last.get(memberId) === settled) last.delete(memberId)
    })
  last.set(memberId, settled)
  return now
}
