export const RULE_GROUPS = [
  'Points',
  'Redemption',
  'Fraud',
  'Coupons',
  'Helpdesk',
  'Sessions',
] as const
export type RuleGroup = (typeof RULE_GROUPS)[number]

/**
 * A rule of the programme. Its value is a whole number; of `money` it is paise, entered in rupees.
 * `twoPeople`: money, points, fraud or who is signed in hang on it, so somebody else approves a change.
 */
export type Rule = {
  group: RuleGroup
  label: string
  kind: 'number' | 'money'
  /** Behind the number, such as "scans a day"; empty for money. */
  unit: string
  min: number
  max: number
  start: number
  /** One sentence on what it does. */
  does: string
  /** The value as a sentence, for the preview and the history. */
  says: (value: number) => string
  twoPeople: boolean
  /** The environment variable that gives its start value; null where `start` is the only one. */
  setting: string | null
}

/** A number as it is written in India. */
export const count = (value: number) => value.toLocaleString('en-IN')
export const counted = (value: number, one: string, many: string) =>
  `${count(value)} ${value === 1 ? one : many}`
