import type { PERMISSIONS } from './permissions.ts'
import { ROLE_NAMES, type Role } from './roles.ts'
import { count, counted, type NumberRule } from './rule.ts'

/** What is counted by person and day. */
export const BUDGET_KINDS = ['reveals', 'rows', 'people'] as const
export type BudgetKind = (typeof BUDGET_KINDS)[number]

type OfficeRole = Exclude<Role, 'worker'>
type Revealing = (typeof PERMISSIONS)['pii.reveal'][number]

/** Which rule holds the budget of a role. A role without one has a budget of nothing. */
export const BUDGETS = {
  reveals: { admin: 'revealsAdmin', cs: 'revealsCs' } as const satisfies Record<Revealing, string>,
  rows: {
    admin: 'rowsAdmin',
    finance: 'rowsFinance',
    hod: 'rowsHod',
    cs: 'rowsCs',
    courier: 'rowsCourier',
    'sub admin': 'rowsSubAdmin',
    'almond team': 'rowsAlmondTeam',
    marketing: 'rowsMarketing',
  } as const satisfies Record<OfficeRole, string>,
  people: {
    admin: 'peopleAdmin',
    finance: 'peopleFinance',
    hod: 'peopleHod',
    cs: 'peopleCs',
    courier: 'peopleCourier',
    'sub admin': 'peopleSubAdmin',
    'almond team': 'peopleAlmondTeam',
    marketing: 'peopleMarketing',
  } as const satisfies Record<OfficeRole, string>,
}

type KeysOf<T> = T extends object ? T[keyof T] : never
export type BudgetKey = KeysOf<(typeof BUDGETS)[BudgetKind]>

/** The rule of a role's budget; null where the role has none. */
export function budgetRule(kind: BudgetKind, role: Role): BudgetKey | null {
  const rules: Partial<Record<Role, BudgetKey>> = BUDGETS[kind]
  return rules[role] ?? null
}

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

const reveals = (role: Role): NumberRule => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: values revealed`,
  unit: 'values a day',
  start: REVEALS,
  does: `A person of the role ${ROLE_NAMES[role]} reveals at most so many values a day: KYC values, GSTIN and PAN of distributors, addresses of gifts. Further ones are refused until midnight IST.`,
  says: (value) =>
    `${ROLE_NAMES[role]} reveals at most ${counted(value, 'value', 'values')} a day.`,
})

const rows = (role: Role, start: number): NumberRule => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: rows exported`,
  unit: 'rows a day',
  start,
  does: `A person of the role ${ROLE_NAMES[role]} takes at most so many rows a day in files of lists and reports. A file that would go beyond is refused until midnight IST.`,
  says: (value) => `${ROLE_NAMES[role]} exports at most ${counted(value, 'row', 'rows')} a day.`,
})

const people = (role: Role, start: number): NumberRule => ({
  ...daily,
  label: `${ROLE_NAMES[role]}: people looked up`,
  unit: 'people a day',
  start,
  does: `Members opened and searches for people by a person of the role ${ROLE_NAMES[role]}. Beyond this nothing is refused, so that a caller can be helped; those who manage accounts are told.`,
  says: (value) =>
    `Those who manage accounts are told when a person of the role ${ROLE_NAMES[role]} looks up more than ${counted(value, 'person', 'people')} a day.`,
})

const BY_ROLE: Record<BudgetKey, NumberRule> = {
  revealsAdmin: reveals('admin'),
  revealsCs: reveals('cs'),
  rowsAdmin: rows('admin', REPORT_ROWS),
  rowsFinance: rows('finance', REPORT_ROWS),
  rowsHod: rows('hod', FEW_ROWS),
  rowsCs: rows('cs', FEW_ROWS),
  rowsCourier: rows('courier', FEW_ROWS),
  rowsSubAdmin: rows('sub admin', REPORT_ROWS),
  rowsAlmondTeam: rows('almond team', REPORT_ROWS),
  rowsMarketing: rows('marketing', FEW_ROWS),
  peopleAdmin: people('admin', PEOPLE_OF_CASES),
  peopleFinance: people('finance', PEOPLE),
  peopleHod: people('hod', PEOPLE),
  peopleCs: people('cs', PEOPLE_OF_CASES),
  peopleCourier: people('courier', PEOPLE),
  peopleSubAdmin: people('sub admin', PEOPLE_OF_CASES),
  peopleAlmondTeam: people('almond team', PEOPLE_OF_CASES),
  peopleMarketing: people('marketing', PEOPLE),
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
  ...BY_ROLE,
} satisfies Record<string, NumberRule>
