import { isRuleKey, readValue, type Rules } from '../../../../contract/platform/rule-definitions.ts'

/** An approved change, as it is stored. */
export type Approved = { changeId: string; rule: string; value: unknown; holdsFrom: Date }
/** What holds from a moment to the next, in milliseconds since 1970. */
type Stretch = { from: number; rules: Rules }

/** Whether this version of the product knows the rule and it can have this value. */
export function isUsable({ rule, value }: Pick<Approved, 'rule' | 'value'>): boolean {
  return isRuleKey(rule) && readValue(rule, value).faults === null
}

/**
 * The values of all rules over time: those of the start, then each approved change from its moment on.
 * `changes` in the order of their moments, and of their approval where two have the same. A change
 * that this version cannot use is passed over, so what held before it goes on.
 */
export function timelineOf(start: Rules, changes: readonly Approved[]): readonly Stretch[] {
  const stretches: Stretch[] = [{ from: -Infinity, rules: start }]
  for (const change of changes) {
    if (!isUsable(change)) continue
    const { rules } = stretches.at(-1) ?? { rules: start }
    const next = { ...rules, [change.rule]: change.value }
    stretches.push({ from: change.holdsFrom.getTime(), rules: next })
  }
  return stretches
}

/** The rules in force at a moment. */
export function rulesAt(timeline: readonly Stretch[], at: Date): Rules {
  const moment = at.getTime()
  const found = timeline.findLast(({ from }) => from <= moment)
  if (!found) throw new RangeError('A timeline begins before every moment.')
  return found.rules
}
