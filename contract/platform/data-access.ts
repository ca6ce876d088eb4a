import { choiceFilter, dayFilter, defineQuery, lookupFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { page, wholeNumber } from '../paging.ts'
import { ROLES } from '../roles.ts'
import { BUDGET_KINDS } from './rule-budgets.ts'
import { instant } from '../time.ts'

const tag = 'Staff'

/** For so many days it is kept who opened and searched, and what that comes to. Reveals and files stay. */
export const LOOKUPS_KEPT_DAYS = 90

export const ACCESS_KINDS = ['revealed', 'exported', 'opened', 'searched'] as const
const accessKind = z.enum(ACCESS_KINDS)
export type AccessKind = z.infer<typeof accessKind>

export const ACCESS_SUBJECTS = ['member', 'distributor', 'list', 'report'] as const
const accessSubject = z.enum(ACCESS_SUBJECTS)
export type AccessSubject = z.infer<typeof accessSubject>
export const ACCESS_NAMES: Record<AccessKind, string> = {
  revealed: 'Revealed',
  exported: 'Exported',
  opened: 'Opened',
  searched: 'Searched',
}
export const ACCESS_SUBJECT_NAMES: Record<AccessSubject, string> = {
  member: 'Member',
  distributor: 'Distributor',
  list: 'List',
  report: 'Report',
}

/** A reveal, a file, or one day's openings of a member or searches of a list. */
export const accessRow = z.object({
  accessId: z.string(),
  /** Of openings and searches the last one of the day. */
  at: instant,
  staffId: z.number().int(),
  by: z.string(),
  role: z.enum(ROLES),
  kind: accessKind,
  /** The field that was revealed, as the trail names it; `address` for that of a gift. */
  field: z.string().nullable(),
  subject: accessSubject,
  /** The number of a member or distributor, the name of a list or report. */
  subjectId: z.string(),
  /** Code and name of a member or distributor. */
  code: z.string().nullable(),
  name: z.string().nullable(),
  /** Of a file; null for one from before rows were counted. */
  rows: z.number().int().nullable(),
  /** Of openings and searches: how often on the day, and since when. */
  times: z.number().int().nullable(),
  firstAt: instant.nullable(),
  fromAddress: z.string().nullable(),
  reason: z.string().nullable(),
})
export type AccessRow = z.infer<typeof accessRow>

export const accessQuery = defineQuery({
  search: { label: 'Mobile, member code or distributor code', max: 60 },
  filters: [
    lookupFilter('staff', 'Person', wholeNumber('Person').optional(), { primary: true, one: true }),
    choiceFilter('kind', 'Did', ACCESS_NAMES, { primary: true }),
    choiceFilter('subject', 'Thing', ACCESS_SUBJECT_NAMES),
    dayFilter('Day', { primary: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const accessListQuery = accessQuery.schema
export type AccessListQuery = z.infer<typeof accessListQuery>

export const listDataAccess = defineEndpoint({
  method: 'GET',
  path: '/api/admin/data-access',
  access: having('staff.manage'),
  tag,
  summary: 'Who looked at what: values revealed, files taken, members opened, searches made',
  query: accessListQuery,
  response: page(accessRow),
})

const budgetUse = z.object({
  kind: z.enum(BUDGET_KINDS),
  amount: z.number().int(),
  /** Null where the role has none. */
  budget: z.number().int().nullable(),
  refused: z.number().int(),
})
export type BudgetUse = z.infer<typeof budgetUse>

export const dataUseToday = defineEndpoint({
  method: 'GET',
  path: '/api/admin/data-access-today',
  access: having('staff.manage'),
  tag,
  summary: 'The people who used most of their budgets today, the nearest to a limit first',
  response: z.object({
    /** From what share of a budget on a notice is sent. */
    noticePercent: z.number().int(),
    people: z.array(
      z.object({
        staffId: z.number().int(),
        name: z.string(),
        role: z.enum(ROLES),
        uses: z.array(budgetUse),
      }),
    ),
  }),
})
