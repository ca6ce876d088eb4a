import { PROGRAMME } from '../../../../contract/menu.ts'
import {
  isNumberKey,
  isRuleKey,
  tableRule,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import type { RuleChange } from '../../../../contract/platform/rules.ts'
import type { FoundChange } from './rules.queries.ts'

export const RULES_LINK = `${PROGRAMME}?show=rules`

/** Numbers that are out of range by now can still be told of. */
function storedValue(rule: RuleKey, stored: unknown): RuleValue | null {
  if (isNumberKey(rule)) return typeof stored === 'number' ? stored : null
  return tableRule(rule).schema.safeParse(stored).data ?? null
}

/** A stored change as the contract has it. Throws where another version made it and this one cannot read it. */
export function toChange(found: FoundChange): RuleChange {
  const { rule, value: stored, fromAt, holdsFrom, proposedAt, decidedAt, ...change } = found
  const { proposedById, proposedByName, decidedById, decidedByName, ...rest } = change
  const value = isRuleKey(rule) ? storedValue(rule, stored) : null
  if (!isRuleKey(rule) || value === null) {
    throw new TypeError(`A change of ${rule} cannot be read.`)
  }
  return {
    ...rest,
    rule,
    value,
    fromAt: fromAt?.toISOString() ?? null,
    holdsFrom: holdsFrom?.toISOString() ?? null,
    proposedBy: { staffId: proposedById, name: proposedByName },
    proposedAt: proposedAt.toISOString(),
    decidedBy:
      decidedById === null || decidedByName === null
        ? null
        : { staffId: decidedById, name: decidedByName },
    decidedAt: decidedAt?.toISOString() ?? null,
  }
}
