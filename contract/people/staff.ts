import { choiceFilter, dayFilter, defineQuery, lookupFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { OFFICE_ROLES, ROLE_NAMES, ROLES, type Role } from '../roles.ts'
import { staffChange, staffChangeDone } from './staff-changes.ts'
import { instant } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { emailAddress, personName } from './workers.ts'
import { seenVersion, version } from '../version.ts'

const ROLES_PAGE = '/dashboard/roles'
const PAGE = '/dashboard/manageadmin'
const tag = 'Staff'

const role = z.enum(ROLES, { error: 'There is no such role.' })

export const staffRow = z.object({
  staffId: z.number().int(),
  name: z.string(),
  email: z.string(),
  role,
  /** Of a worker. */
  plantName: z.string().nullable(),
  /** Whether a password is set; until then nobody signs in with the account. */
  hasPassword: z.boolean(),
  twoFactor: z.boolean(),
  disabledAt: instant.nullable(),
  lastSignInAt: instant.nullable(),
  createdAt: instant,
})
export type StaffRow = z.infer<typeof staffRow>

const OFFICE_ROLE_NAMES = Object.fromEntries(
  OFFICE_ROLES.map((name) => [name, ROLE_NAMES[name]]),
) as Record<Exclude<Role, 'worker'>, string>
const statusFilter = {
  ...choiceFilter('status', 'Status', { active: 'Active', disabled: 'Disabled' }),
  primary: true,
  one: true,
}
export const staffQuery = defineQuery({
  search: { label: 'Start of a name or e-mail', max: 60 },
  filters: [choiceFilter('role', 'Role', ROLE_NAMES, { primary: true }), statusFilter],
  orders: { name: 'By name', newest: 'Newest account first', oldest: 'Oldest account first' },
  more: {
    plant: many(wholeNumber('Plant')),
    /** Without the workers of the plants, who are many and have a list of their own. */
    office: z.enum(['yes'], 'Say office=yes, or leave it out.').optional(),
  },
})
export const staffListQuery = staffQuery.schema
export type StaffListQuery = z.infer<typeof staffListQuery>

export const listStaff = defineEndpoint({
  method: 'GET',
  path: '/api/admin/staff',
  access: seeing(ROLES_PAGE, PAGE),
  tag,
  summary: 'Everybody who can sign in, with the role',
  query: staffListQuery,
  response: page(staffRow),
})

export const roleCounts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/role-counts',
  access: seeing(ROLES_PAGE),
  tag,
  summary: 'How many people have each role, to 10,001 as lists count; disabled accounts left out',
  response: z.object({ counts: z.array(z.object({ role, people: z.number().int() })) }),
})

/** The roles that an account of the dashboard may get; workers are onboarded on their own page. */
const officeRole = z.enum(OFFICE_ROLES as [(typeof OFFICE_ROLES)[number]], {
  error: 'Choose a role. Workers are onboarded on the page Worker Onboarding.',
})

export const staffDetail = staffRow.extend({
  /** Where the account is signed in now, the last used first. */
  sessions: z.array(
    z.object({
      createdAt: instant,
      seenAt: instant,
      address: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
  /** What staff did to the account, newest first, at most 50. */
  events: z.array(subjectEvent),
  version,
  /** What waits for a second person. */
  waiting: staffChange.nullable(),
})
export type StaffDetail = z.infer<typeof staffDetail>

const params = z.object({ staffId: wholeNumber('Account') })
const reason = plainText('The reason', 300, 3)

export const getStaff = defineEndpoint({
  method: 'GET',
  path: '/api/admin/staff/:staffId',
  access: seeing(PAGE),
  tag,
  summary: 'One account with its sessions and what was done to it',
  params,
  response: staffDetail,
})

export const addStaff = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff',
  access: having('staff.manage'),
  fresh: true,
  tag,
  summary: 'Propose an account; once it is approved, its mailbox gets a link for a first password',
  body: z.object({ name: personName, email: emailAddress, role: officeRole }),
  response: staffChangeDone,
})

export const changeStaff = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/staff/:staffId',
  access: having('staff.manage'),
  fresh: true,
  tag,
  summary: 'Change the name at once, and propose another e-mail or role',
  params,
  body: z.object({
    name: personName,
    email: emailAddress,
    role: officeRole,
    reason,
    version: seenVersion,
  }),
  response: staffDetail,
})

export const disableStaff = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff/:staffId/disable',
  access: having('staff.manage'),
  tag,
  summary: 'Disable an account: its sessions and links end at once',
  params,
  body: z.object({ reason }),
  response: staffDetail,
})

export const enableStaff = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff/:staffId/enable',
  access: having('staff.manage'),
  fresh: true,
  tag,
  summary: 'Propose to let a disabled account sign in again',
  params,
  body: z.object({ reason }),
  response: staffChangeDone,
})

export const endStaffSessions = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff/:staffId/end-sessions',
  access: having('staff.manage'),
  tag,
  summary: 'Sign an account out everywhere',
  params,
  body: z.object({ reason }),
  response: staffDetail,
})

export const relinkStaff = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff/:staffId/link',
  access: having('staff.manage'),
  fresh: true,
  tag,
  summary: 'Propose a new link for a password, to the mailbox; the old password and sessions end',
  params,
  body: z.object({ reason }),
  response: staffChangeDone,
})

// ── activity: the audit trail ──
export const activityRow = z.object({
  seq: z.string(),
  at: instant,
  staffId: z.number().int().nullable(),
  /** Null for what the system did on its own. */
  by: z.string().nullable(),
  role: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  reason: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
  requestId: z.string().nullable(),
})
export type ActivityRow = z.infer<typeof activityRow>

const word = (label: string) =>
  z
    .string()
    .regex(/^[a-z][a-z0-9._-]{1,59}$/, `${label} is a word such as coupon_batch or batch.approved.`)
/** Of the accounts of the dashboard: the same without the workers. */
export const accountQuery = {
  ...staffQuery,
  filters: [choiceFilter('role', 'Role', OFFICE_ROLE_NAMES, { primary: true }), statusFilter],
}

export const activityQuery = defineQuery({
  search: { label: 'Number or key of the thing', max: 80 },
  filters: [
    lookupFilter('staff', 'Person', wholeNumber('Person').optional(), { primary: true, one: true }),
    lookupFilter('action', 'Act', many(word('An action')), { primary: true }),
    // What it was done to, such as `member` or `coupon_batch`.
    lookupFilter('subject', 'Thing', many(word('A subject'))),
    dayFilter('Day', { primary: true }),
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first' },
})
export const activityListQuery = activityQuery.schema
export type ActivityListQuery = z.infer<typeof activityListQuery>

export const listActivity = defineEndpoint({
  method: 'GET',
  path: '/api/admin/activity',
  access: seeing(PAGE),
  tag,
  summary: 'The audit trail: who changed what, when, why, with before and after',
  query: activityListQuery,
  response: page(activityRow),
})

export const getActivity = defineEndpoint({
  method: 'GET',
  path: '/api/admin/activity/:seq',
  access: seeing(PAGE),
  tag,
  summary: 'One entry of the trail',
  params: z.object({ seq: z.string().regex(/^\d{1,19}$/, 'An entry is named by its number.') }),
  response: activityRow,
})

export const activityWords = defineEndpoint({
  method: 'GET',
  path: '/api/admin/activity-words',
  access: seeing(PAGE),
  tag,
  summary: 'The subjects and actions that the trail holds, and who acted in it',
  response: z.object({
    subjects: z.array(z.string()),
    actions: z.array(z.string()),
    people: z.array(z.object({ staffId: z.number().int(), name: z.string() })),
  }),
})
