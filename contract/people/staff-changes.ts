import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/manageadmin'
const tag = 'Staff'

/** What is proposed about an account: it is effective once a second person agrees (decision 0059). */
export const STAFF_CHANGE_KINDS = ['create', 'change', 'link', 'two_factor', 'enable'] as const
export type StaffChangeKind = (typeof STAFF_CHANGE_KINDS)[number]
export const STAFF_CHANGE_STATES = ['proposed', 'effective', 'rejected', 'withdrawn'] as const
export type StaffChangeState = (typeof STAFF_CHANGE_STATES)[number]
/** Why it is effective: before the first transfer, by a second person, or after a day without an objection. */
export const STAFF_CHANGE_BASES = ['founding', 'second person', 'waiting period'] as const
export type StaffChangeBasis = (typeof STAFF_CHANGE_BASES)[number]

/** Where nobody else can approve, a proposal is effective after this long, unless it is rejected. */
export const WAITING_HOURS = 24
/** Who made or changed an account and the account count as one person for this long. */
export const TIED_DAYS = 30
/** A new account is nobody's second person for this long. */
export const YOUNG_DAYS = 7

const person = z.object({ staffId: z.number().int(), name: z.string() })
/** How a one-time link reaches its person: by mail, or printed on the server where no mail can be sent. */
export const linkDelivery = z.enum(['mail', 'server'])
export type LinkDelivery = z.infer<typeof linkDelivery>

export const staffChange = z.object({
  changeId: z.string(),
  kind: z.enum(STAFF_CHANGE_KINDS),
  /** Null for an account that is not made yet. */
  staffId: z.number().int().nullable(),
  /** Of the account. */
  name: z.string(),
  /** Where a link goes that it makes. */
  email: z.string(),
  /** What it does, as a sentence. */
  words: z.string(),
  /** Null where a new account is proposed without one. */
  reason: z.string().nullable(),
  state: z.enum(STAFF_CHANGE_STATES),
  proposedBy: person,
  proposedAt: instant,
  /** Effective then unless rejected, because nobody else could approve it. */
  dueAt: instant.nullable(),
  /** Why the caller may not approve it; null when they may. */
  whyNot: z.string().nullable(),
})
export type StaffChange = z.infer<typeof staffChange>

/** What became of a request: waiting or effective, and how a link that it made reaches its person. */
export const staffChangeDone = z.object({
  change: staffChange,
  link: linkDelivery.nullable(),
})
export type StaffChangeDone = z.infer<typeof staffChangeDone>

export const listStaffChanges = defineEndpoint({
  method: 'GET',
  path: '/api/admin/staff-changes',
  access: seeing(PAGE),
  tag,
  summary: 'What waits for a second person about accounts, the oldest first, at most 100',
  response: z.object({ items: z.array(staffChange) }),
})

const params = z.object({
  changeId: z.string().regex(/^\d{1,19}$/, 'The id of a change is a number.'),
})

export const approveStaffChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff-changes/:changeId/approve',
  access: having('staff.manage'),
  fresh: true,
  tag,
  summary: 'Approve what another person proposed about a third person’s account',
  params,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: staffChangeDone,
})

export const rejectStaffChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff-changes/:changeId/reject',
  access: having('staff.manage'),
  tag,
  summary: 'Reject what another person proposed about an account',
  params,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: staffChangeDone,
})

export const withdrawStaffChange = defineEndpoint({
  method: 'POST',
  path: '/api/admin/staff-changes/:changeId/withdraw',
  access: having('staff.manage'),
  tag,
  summary: 'Withdraw your own proposal about an account',
  params,
  response: staffChangeDone,
})
