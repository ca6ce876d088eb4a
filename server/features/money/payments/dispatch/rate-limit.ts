import { setTimeout as delay } from 'node:timers/promises'

/**
 * Lets so many through in a second, one after the other at even distances, however many ask at once.
 * A wait ends early when the signal does.
 */
export function makeRateLimit(perSecond: number, signal: AbortSignal): () => Promise<void> {
  const distance = 1000 / perSecond
  let next = 0
  return async () => {
    const now = performance.now()
    const mine = Math.max(now, next)
    next = mine + distance
    if (mine > now) await delay(mine - now, undefined, { signal }).catch(() => {})
  }
}
