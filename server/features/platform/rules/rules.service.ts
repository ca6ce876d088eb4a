import {
  RULE_KEYS,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import type { RuleChange, RuleRow } from '../../../../contract/platform/rules.ts'
import type { Context } from '../../../context.ts'
import { isUsable } from './in-force.ts'
import { toChange } from './rule-words.ts'
import * as queries from './rules.queries.ts'

type Reading = Pick<Context, 'db' | 'now' | 'rules'>

/** Every rule as it stands now, by what is stored: also what another process has just decided. */
export async function listRules({ db, now, rules }: Reading): Promise<{ rules: RuleRow[] }> {
  const at = now()
  const found = await queries.currentChanges(db)
  const changes = found.filter(isUsable).map(toChange)
  const byRule = Map.groupBy(changes, ({ rule }) => rule)
  return {
    rules: RULE_KEYS.map((rule) => rowOf(rule, rules.start[rule], byRule.get(rule) ?? [], at)),
  }
}

function rowOf(
  rule: RuleKey,
  startValue: RuleValue,
  changes: readonly RuleChange[],
  at: Date,
): RuleRow {
  const hasCome = ({ holdsFrom }: RuleChange) => holdsFrom !== null && new Date(holdsFrom) <= at
  const setBy = changes.findLast(hasCome) ?? null
  return {
    rule,
    value: setBy?.value ?? startValue,
    setBy,
    startValue,
    planned: changes.filter((change) => change.state === 'approved' && !hasCome(change)),
    proposal: changes.find(({ state }) => state === 'proposed') ?? null,
  }
}

/** What was ever asked of one rule, the newest first. */
export async function historyOf({ db }: Reading, rule: RuleKey) {
  return { changes: (await queries.changesOf(db, rule)).map(toChange) }
}
