import {
  isNumberKey,
  numberRule,
  readValue,
  valueFault,
  type NumberKey,
  type RuleKey,
  type RuleValue,
  type TableValue,
} from '../../../../contract/platform/rule-definitions.ts'
import type { RuleChange, RuleRow } from '../../../../contract/platform/rules.ts'
import { hundredthsOf, typedOf } from '../../../lib/amounts.ts'
import { momentOfWall, wallOf } from '../../../lib/wall-time.ts'

/** A change as it is typed: a number as text, or a table. */
export type Draft = {
  typed: string
  table: TableValue | null
  when: 'approved' | 'moment'
  moment: string
  reason: string
}

const typedValue = (rule: NumberKey, value: number): string =>
  numberRule(rule).kind === 'money' ? typedOf(value) : String(value)

type Row = Pick<RuleRow, 'rule' | 'value' | 'setBy' | 'planned'>

/** What a change is made from: of a table, what the last planned change will make of it. */
export function baseOf({ rule, value, setBy, planned }: Row) {
  const last: RuleChange | null = planned.at(-1) ?? setBy
  return isNumberKey(rule) || last === null
    ? { value, change: setBy }
    : { value: last.value, change: last }
}

export function draftOf(row: Row): Draft {
  const { rule, planned } = row
  const { value } = baseOf(row)
  const draft = { typed: '', table: null, when: 'approved', moment: '', reason: '' } as const
  if (typeof value === 'number') {
    return { ...draft, typed: isNumberKey(rule) ? typedValue(rule, value) : '' }
  }
  const from = planned.at(-1)?.holdsFrom
  return from
    ? { ...draft, table: value, when: 'moment', moment: wallOf(new Date(from)) }
    : { ...draft, table: value }
}

/** What is typed as a number; null where it cannot be read. */
export function numberOf(rule: NumberKey, typed: string): number | null {
  if (numberRule(rule).kind === 'money') return hundredthsOf(typed)
  const digits = typed.trim().replaceAll(',', '')
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null
}

/** Why what is typed cannot be the value; null where it can. */
export function typedFault(rule: NumberKey, typed: string): string | null {
  const value = numberOf(rule, typed)
  if (value !== null) return valueFault(rule, value)
  if (typed.trim() === '') return 'Enter the new value.'
  return numberRule(rule).kind === 'money'
    ? 'Write an amount with at most two decimals, such as 2.50.'
    : 'Write a whole number.'
}

/** The draft as a value, and what is wrong with it by its place. */
export function readDraft(
  rule: RuleKey,
  draft: Draft,
): { value: RuleValue; faults: null } | { value: null; faults: Record<string, string> } {
  if (!isNumberKey(rule)) return readValue(rule, draft.table)
  const fault = typedFault(rule, draft.typed)
  if (fault !== null) return { value: null, faults: { value: fault } }
  return readValue(rule, numberOf(rule, draft.typed))
}

/** From when it is to hold; null: as soon as it is approved. */
export const fromAtOf = ({ when, moment }: Draft): string | null =>
  when === 'approved' ? null : momentOfWall(moment)

export const momentFault = (draft: Draft): string | null =>
  draft.when === 'moment' && momentOfWall(draft.moment) === null ? 'Choose a day and a time.' : null
