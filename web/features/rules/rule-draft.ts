import { ruleOf, valueFault, type RuleKey } from '../../../contract/rule-definitions.ts'
import { hundredthsOf, typedOf } from '../../lib/amounts.ts'
import { momentOfWall } from '../../lib/wall-time.ts'

/** A change as it is typed. */
export type Draft = {
  typed: string
  when: 'approved' | 'moment'
  moment: string
  reason: string
}

export const typedValue = (rule: RuleKey, value: number): string =>
  ruleOf(rule).kind === 'money' ? typedOf(value) : String(value)

export const draftOf = (rule: RuleKey, value: number): Draft => ({
  typed: typedValue(rule, value),
  when: 'approved',
  moment: '',
  reason: '',
})

/** What is typed as the rule's value; null where it cannot be read. */
export function valueOf(rule: RuleKey, typed: string): number | null {
  if (ruleOf(rule).kind === 'money') return hundredthsOf(typed)
  const digits = typed.trim().replaceAll(',', '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** Why what is typed cannot be the value; null where it can. */
export function typedFault(rule: RuleKey, typed: string): string | null {
  const value = valueOf(rule, typed)
  if (value !== null) return valueFault(rule, value)
  if (typed.trim() === '') return 'Enter the new value.'
  return ruleOf(rule).kind === 'money'
    ? 'Write an amount with at most two decimals, such as 2.50.'
    : 'Write a whole number.'
}

/** From when it is to hold; null: as soon as it is approved. */
export const fromAtOf = ({ when, moment }: Draft): string | null =>
  when === 'approved' ? null : momentOfWall(moment)

export const momentFault = (draft: Draft): string | null =>
  draft.when === 'moment' && momentOfWall(draft.moment) === null ? 'Choose a day and a time.' : null
