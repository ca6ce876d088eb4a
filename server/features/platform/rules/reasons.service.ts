import { OTHER, type RefusalReason, type ReversalReason } from '../../../../contract/reasons.ts'
import type { RefusalRow } from '../../../../contract/platform/rule-reasons.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import type { Context } from '../../../context.ts'
import { invalidField } from '../../../lib/app-error.ts'

type List = 'kycRefusals' | 'redemptionRefusals' | 'reversalReasons'

const words = ({ key, label, en, hi }: RefusalRow): RefusalReason => ({ key, label, en, hi })
const isActive = ({ active }: { active: boolean }) => active

/** The reasons that can be chosen now, in their order. */
export function listReasons({ rules, now }: Pick<Context, 'rules' | 'now'>) {
  const { kycRefusals, redemptionRefusals, reversalReasons } = rules.at(now())
  return {
    kyc: kycRefusals.filter(isActive).map(words),
    redemption: redemptionRefusals.filter(isActive).map(words),
    reversal: reversalReasons
      .filter(isActive)
      .map(({ key, label }): ReversalReason => ({ key, label })),
  }
}

/** The chosen reason of a list; refused where it cannot be chosen (any longer). */
export function reasonIn<L extends List>(
  rules: Rules,
  list: L,
  { key, field }: { key: string; field: string },
): Rules[L][number] {
  const found = rules[list].find((row) => row.key === key && row.active)
  if (found) return found
  throw invalidField(field, 'This reason is not used any longer. Choose another one.')
}

/** A chosen reason as the decision keeps it. */
export function refusalIn(
  rules: Rules,
  list: 'kycRefusals' | 'redemptionRefusals',
  selected: { key: string; field: string },
): RefusalReason {
  return words(reasonIn(rules, list, selected))
}

/** A reason with what was added to it; of `other` only that. */
export function withNote(reason: string, key: string, note: string | undefined): string {
  return [key === OTHER && note ? '' : reason, note].filter(Boolean).join(' ')
}
