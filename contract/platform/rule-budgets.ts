import { PERMISSIONS } from '../permissions.ts'
import { ruleForEach } from '../role-rules.ts'
import { OFFICE_ROLES, ROLE_NAMES, type Role } from '../roles.ts'
import { count, counted, type NumberRule } from './rule.ts'

/** What is counted by person and day. */
export const BUDGET_KINDS = ['reveals', 'rows', 'people'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]

type Revealing = (typeof PERMISSIONS)['pii.reveal'][number]

/** A case a minute for five hours, one value revealed in each, and a third more. */
const REVEALS = 400
/** Five files of the size that needs no permission. */
const FEW_ROWS = 5_000
const REPORT_ROWS = 500_000
/** 300 members opened, each found by a few searches. */
const PEOPLE_OF_CASES = 1_500
const PEOPLE = 600
const MOST = 100_000_000

const daily = {
  group: 'Budgets',
  kind: 'number',
  min: 0,
  max: MOST,
  twoPeople: true,
  setting: null,
} as const

/** Who reads out what is sealed, in case after case. */
const REVEALING: readonly Revealing[] = PERMISSIONS['pii.reveal']
const WITH_REPORTS: readonly Role[] = PERMISSIONS['report.download']
const WITH_CASES: readonly Role[] = PERMISSIONS['member.edit']

const reveals = ruleForEach('reveals', REVEALING, (role) => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: values revealed`,
  unit: 'values a day',
  start: REVEALS,
  does: `A person of the role ${ROLE_NAMES[role]} reveals at most so many values a day: KYC values, GSTIN and PAN of distributors, addresses of gifts. Further ones are refused until midnight IST.`,
  says: (value) =>
    `${ROLE_NAMES[role]} reveals at most ${counted(value, 'value', 'values')} a day.`,
}))

const rows = ruleForEach('rows', OFFICE_ROLES, (role) => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: rows exported`,
  unit: 'rows a day',
  start: WITH_REPORTS.includes(role) ? REPORT_ROWS : FEW_ROWS,
  does: `A person of the role ${ROLE_NAMES[role]} takes at most so many rows a day in files of lists and reports. A file that would go beyond is refused until midnight IST.`,
  says: (value) => `${ROLE_NAMES[role]} exports at most ${counted(value, 'row', 'rows')} a day.`,
}))

const people = ruleForEach('people', OFFICE_ROLES, (role) => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: people looked up`,
  unit: 'people a day',
  start: WITH_CASES.includes(role) ? PEOPLE_OF_CASES : PEOPLE,
  does: `Members opened and searches for people by a person of the role ${ROLE_NAMES[role]}. Beyond this nothing is refused, so that a caller can be helped; those who manage accounts are told.`,
  says: (value) =>
    `Those who manage accounts are told when a person of the role ${ROLE_NAMES[role]} looks up more than ${counted(value, 'person', 'people')} a day.`,
}))

/** Which rule holds the budget of a role. A role without one has a budget of nothing. */
export const BUDGETS = { reveals: reveals.keys, rows: rows.keys, people: people.keys }

type KeysOf<T> = T extends object ? T[keyof T] : never
export type BudgetKey = KeysOf<(typeof BUDGETS)[BudgetKind]>

/** The rule of a role's budget; null where the role has none. */
export function budgetRule(kind: BudgetKind, role: Role): BudgetKey | null {
  const rules: Partial<Record<Role, BudgetKey>> = BUDGETS[kind]
  return rules[role] ?? null
}

/** How much of people's data a person sees and takes a day. */
export const BUDGET_RULES = {
  budgetNoticePercent: {
    group: 'Budgets',
    label: 'Notice at',
    kind: 'number',
    unit: '% of a budget',
    min: 1,
    max: 100,
    start: 80,
    does: 'Those who manage accounts are told when somebody has used this share of a budget of the day.',
    says: (value) =>
      `Those who manage accounts are told when ${count(value)} % of a budget is used.`,
    twoPeople: true,
    setting: null,
  },
  exportAloneRows: {
    group: 'Budgets',
    label: 'Rows that one person exports',
    kind: 'number',
    unit: 'rows in a file',
    min: 1,
    max: MOST,
    start: 50_000,
    does: 'A file of more rows than this is prepared in the background and taken once, after a second person approved it. It does not count towards the budget of the day. 10,00,00,000 switches the rule off.',
    says: (value) =>
      value === MOST
        ? 'No file needs a second person.'
        : `A file of more than ${counted(value, 'row', 'rows')} needs a second person.`,
    twoPeople: true,
    setting: null,
  },
  ...reveals.rules,
  ...rows.rules,
  ...people.rules,
} satisfies Record<string, NumberRule>
