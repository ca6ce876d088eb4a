import { parseRules, type Rules } from './rules.ts'
import type { Store } from './store.ts'

/** Rules that were ordered while it ran hold after a restart too, until it is started with others. */
export function keepRules(store: Store, given: Rules, ordered: Rules): void {
  store.keep('rules', JSON.stringify({ given, ordered }))
}

export function rulesNow(store: Store, given: Rules): Rules {
  const kept = store.setting('rules')
  if (kept === null) return given
  const { given: before, ordered } = JSON.parse(kept) as { given: Rules; ordered: Rules }
  return JSON.stringify(before) === JSON.stringify(given) ? parseRules(ordered) : given
}
