import type { z } from 'zod'

export const RULE_GROUPS = [
  'Points',
  'Redemption',
  'Fraud',
  'Coupons',
  'KYC',
  'Helpdesk',
  'Messages',
  'Reasons',
  'Budgets',
  'Sessions',
] as const
export type RuleGroup = (typeof RULE_GROUPS)[number]

type Described = {
  group: RuleGroup
  label: string
  /** One sentence or two on what it does. */
  does: string
  /** Money, points, fraud or who is signed in hang on it, so somebody else approves a change. */
  twoPeople: boolean
}

/** A rule whose value is a whole number; of `money` it is paise, entered in rupees. */
export type NumberRule = Described & {
  kind: 'number' | 'money'
  /** Behind the number, such as "scans a day"; empty for money. */
  unit: string
  min: number
  max: number
  start: number
  /** The value as a sentence, for the preview and the history. */
  says: (value: number) => string
  /** The environment variable that gives its start value; null where `start` is the only one. */
  setting: string | null
}

/** A part of a table, known by its key: two values are compared part by part. */
export type Part = {
  key: string
  words: string
  /** The same in a few words, where the rest can be left out. */
  brief?: string
}

/** A rule whose value is a table; `kind` names its form. */
export type TableRule<V> = Described & {
  kind: 'hours' | 'holidays' | 'kyc' | 'refusals' | 'reversals'
  /** Which values it can have, with a sentence for each that it cannot. */
  schema: z.ZodType<V>
  start: V
  says(value: V): string
  partsOf(value: V): Part[]
  /** Why a value cannot follow another one; null where it can. */
  cannotFollow?(before: V, after: V): string | null
  setting: null
}

/** A number as it is written in India. */
export const count = (value: number) => value.toLocaleString('en-IN')
export const counted = (value: number, one: string, many: string) =>
  `${count(value)} ${value === 1 ? one : many}`
