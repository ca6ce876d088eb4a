import { z } from 'zod'
import { formatPaise } from '../money.ts'
import { HELPDESK_RULES } from './rule-deadlines.ts'
import { BUDGET_RULES } from './rule-budgets.ts'
import { FRAUD_RULES } from './rule-fraud.ts'
import { CALENDAR_RULES } from './rule-calendar.ts'
import { KYC_RULES } from './rule-kyc.ts'
import { LIMIT_RULES } from './rule-limits.ts'
import { REASON_RULES } from './rule-reasons.ts'
import { LOCK_RULES, SESSION_RULES } from './rule-sessions.ts'
import { count, type NumberRule, type TableRule } from './rule.ts'

/** Rules whose value is one whole number. */
export const NUMBER_RULES = {
  ...LIMIT_RULES,
  ...FRAUD_RULES,
  ...HELPDESK_RULES,
  ...BUDGET_RULES,
  ...SESSION_RULES,
  ...LOCK_RULES,
}
/** Rules whose value is a table: of rows, or of several fields. */
export const TABLE_RULES = { ...KYC_RULES, ...CALENDAR_RULES, ...REASON_RULES }

/** Every rule, in the order of its page. Server, page and start values all read this table. */
export const RULES = {
  ...LIMIT_RULES,
  ...FRAUD_RULES,
  ...KYC_RULES,
  ...CALENDAR_RULES,
  ...HELPDESK_RULES,
  ...REASON_RULES,
  ...BUDGET_RULES,
  ...SESSION_RULES,
  ...LOCK_RULES,
}

export type NumberKey = keyof typeof NUMBER_RULES
export type TableKey = keyof typeof TABLE_RULES
export type RuleKey = NumberKey | TableKey
export type Tables = { [K in TableKey]: z.output<(typeof TABLE_RULES)[K]['schema']> }
export type TableValue = Tables[TableKey]
/** A value of every rule: those in force at a moment. */
export type Rules = Record<NumberKey, number> & Tables
export type RuleValue = Rules[RuleKey]
export const RULE_KEYS = Object.keys(RULES) as [RuleKey, ...RuleKey[]]

export const isRuleKey = (name: string): name is RuleKey => Object.hasOwn(RULES, name)
export const isNumberKey = (key: RuleKey): key is NumberKey => Object.hasOwn(NUMBER_RULES, key)
export const ruleOf = (key: RuleKey): NumberRule | TableRule<TableValue> => RULES[key]
export const numberRule = (key: NumberKey): NumberRule => NUMBER_RULES[key]
export const tableRule = (key: TableKey): TableRule<TableValue> => TABLE_RULES[key]

const tables = Object.values(TABLE_RULES).map(({ schema }): z.ZodType<TableValue> => schema)
/** The value of any rule; `readValue` says whether it is one of a certain rule. */
export const ruleValue: z.ZodType<RuleValue> = z.union([z.number().int(), ...tables])

/** The rule with a value of its own kind; throws for one of another. */
function paired(key: RuleKey, value: RuleValue) {
  if (isNumberKey(key)) {
    if (typeof value === 'number') return { kind: 'number', rule: numberRule(key), value } as const
  } else if (typeof value !== 'number') {
    return { kind: 'table', rule: tableRule(key), value } as const
  }
  throw new TypeError(`This is no value of ${key}.`)
}

/** The value as a sentence: "1 point = ₹1.00.", "The helpdesk works on every day, around the clock." */
export function sentenceOf(key: RuleKey, value: RuleValue): string {
  const pair = paired(key, value)
  return pair.kind === 'number' ? pair.rule.says(pair.value) : pair.rule.says(pair.value)
}

/** The parts of a table by which it is shown and compared; a number has none. */
export function partsOf(key: RuleKey, value: RuleValue) {
  const pair = paired(key, value)
  return pair.kind === 'number' ? [] : pair.rule.partsOf(pair.value)
}

/** The number with its unit: "₹1.00", "200 scans a day". A table is said as a sentence. */
export function valueInWords(key: RuleKey, value: RuleValue): string {
  const pair = paired(key, value)
  if (pair.kind === 'table') return pair.rule.says(pair.value)
  return pair.rule.kind === 'money'
    ? formatPaise(pair.value)
    : `${count(pair.value)} ${pair.rule.unit}`
}

/** The values that a rule can have: "1 to 10,00,000 scans a day". */
export function rangeInWords(key: NumberKey): string {
  const { kind, min, max } = numberRule(key)
  return `${kind === 'money' ? formatPaise(min) : count(min)} to ${valueInWords(key, max)}`
}

/** Why a rule cannot have this number; null where it can. */
export function valueFault(key: NumberKey, value: number): string | null {
  const { kind, min, max } = numberRule(key)
  const written = (one: number) => (kind === 'money' ? formatPaise(one) : count(one))
  if (!Number.isSafeInteger(value)) {
    return kind === 'money' ? 'At most two decimal places.' : 'Enter a whole number.'
  }
  return value < min || value > max ? `From ${written(min)} to ${written(max)}.` : null
}

/** Sentences by the place they are about: "value", "value.2.name". */
type Faults = Record<string, string>
type Read = { value: RuleValue; faults: null } | { value: null; faults: Faults }

/** What came in as a value of the rule, or what is wrong with it. */
export function readValue(key: RuleKey, given: unknown): Read {
  if (isNumberKey(key)) {
    if (typeof given !== 'number') return { value: null, faults: { value: 'Enter a number.' } }
    const fault = valueFault(key, given)
    return fault === null
      ? { value: given, faults: null }
      : { value: null, faults: { value: fault } }
  }
  const read = tableRule(key).schema.safeParse(given)
  if (read.success) return { value: read.data, faults: null }
  const found = read.error.issues.map(
    ({ path, message }) => [['value', ...path].join('.'), message] as const,
  )
  return { value: null, faults: Object.fromEntries(found.toReversed()) }
}
