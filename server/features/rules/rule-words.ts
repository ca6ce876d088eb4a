import { PROGRAMME } from '../../../contract/menu.ts'
import { ruleOf, type RuleKey } from '../../../contract/rule-definitions.ts'
import type { RuleChange } from '../../../contract/rules.ts'
import { isRuleKey } from './in-force.ts'
import type { FoundChange } from './rules.queries.ts'

export const RULES_LINK = `${PROGRAMME}?show=rules`

export const sentenceOf = (rule: RuleKey, value: number): string => ruleOf(rule).says(value)

/** A stored change as the contract has it. Throws where another version made it and this one cannot read it. */
export function toChange(found: FoundChange): RuleChange {
  const { rule, value, fromAt, holdsFrom, proposedAt, decidedAt, ...change } = found
  const { proposedById, proposedByName, decidedById, decidedByName, ...rest } = change
  if (!isRuleKey(rule) || typeof value !== 'number') {
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
