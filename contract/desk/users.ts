import { KYC_STATE_NAMES, kycState } from '../people/kyc-states.ts'
import { MEMBER_KIND_NAMES, memberKind } from '../people/members.ts'
import {
  choiceFilter,
  dayFilter,
  defineQuery,
  lookupFilter,
  numberFilter,
  regionFilter,
} from '../lists/query.ts'
import { z } from 'zod'
import { retailerTier } from '../programme/charges.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { idempotencyKey } from '../idempotency.ts'
import { mobile, plainText } from '../india.ts'
import { memberChange } from './member-changes.ts'
import { listQuery, many, page, wholeNumber, dayRange } from '../paging.ts'
import { instant } from '../time.ts'
import { approverFilter } from '../waiting.ts'
import { version } from '../version.ts'

const PAGE = '/dashboard/users'
const tag = 'Users'

export const MEMBER_STATUSES = ['active', 'blocked', 'erased'] as const
export const memberStatus = z.enum(MEMBER_STATUSES, {
  error: 'A member is active, blocked or erased.',
})
export type MemberStatus = z.infer<typeof memberStatus>
export const MEMBER_STATUS_NAMES: Record<MemberStatus, string> = {
  active: 'Active',
  blocked: 'Blocked',
  erased: 'Erased',
}

export const userRow = z.object({
  memberId: z.number().int(),
  code: z.string(),
  name: z.string(),
  mobile: z.string(),
  kind: memberKind,
  state: z.number().int(),
  city: z.string(),
  distributorName: z.string().nullable(),
  status: memberStatus,
  kyc: kycState,
  available: z.number().int(),
  held: z.number().int(),
  lastScanAt: instant.nullable(),
  joinedAt: instant,
})
export type UserRow = z.infer<typeof userRow>

export const userQuery = defineQuery({
  search: { label: 'Mobile, member code or the start of a name', max: 60 },
  filters: [
    choiceFilter('kind', 'Type', MEMBER_KIND_NAMES, { primary: true }),
    choiceFilter('kyc', 'KYC', KYC_STATE_NAMES, { primary: true }),
    choiceFilter('status', 'Status', MEMBER_STATUS_NAMES, { primary: true }),
    regionFilter(),
    lookupFilter('distributor', 'Distributor', many(wholeNumber('Distributor'))),
    {
      ...numberFilter('minPoints', 'Points from'),
      fields: { minPoints: wholeNumber('Points', Number.MAX_SAFE_INTEGER).optional() },
    },
    dayFilter('Joined'),
  ],
  orders: {
    newest: 'Newest first',
    oldest: 'Oldest first',
    name: 'By name',
    points: 'Most points first',
  },
})
export const userListQuery = userQuery.schema
export type UserListQuery = z.infer<typeof userListQuery>

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: seeing(PAGE),
  tag,
  summary: 'Members; by points they stand as their balances were five minutes ago at most',
  query: userListQuery,
  response: page(userRow),
})

// ── points adjustments: one asks, another approves ──
export const ADJUSTMENT_STATES = ['requested', 'approved', 'rejected'] as const
export const adjustmentState = z.enum(ADJUSTMENT_STATES, {
  error: 'An adjustment is requested, approved or rejected.',
})
export type AdjustmentState = z.infer<typeof adjustmentState>

export const adjustment = z.object({
  adjustmentId: z.string(),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  /** Negative takes points away. */
  points: z.number().int(),
  reason: z.string(),
  state: adjustmentState,
  requestedBy: z.string(),
  requestedById: z.number().int(),
  requestedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
  decisionNote: z.string().nullable(),
})
export type Adjustment = z.infer<typeof adjustment>

export const userDetail = userRow.extend({
  /** Of a retailer: what handling charges go by. */
  tier: retailerTier,
  language: z.enum(['en', 'hi']),
  /** Of the record that staff edit. */
  version,
  /** How the name is written in Latin letters, where it is not. */
  latinName: z.string().nullable(),
  pincode: z.string().nullable(),
  /** Whom staff enrolled, by form or by file, and whether the member has agreed to it since. */
  enrolled: z
    .object({ by: z.string(), at: instant, byFile: z.boolean(), confirmed: z.boolean() })
    .nullable(),
  /** A new name or type that waits for another person. */
  change: memberChange.nullable(),
  distributorCode: z.string().nullable(),
  blockedReason: z.string().nullable(),
  consents: z.array(
    z.object({
      purpose: z.string(),
      version: z.string(),
      givenAt: instant,
      withdrawnAt: instant.nullable(),
    }),
  ),
  /** Scans are counted to 10,001, as lists are; `credited` are those among them. */
  counts: z.object({
    scans: z.number().int(),
    credited: z.number().int(),
    transfers: z.number().int(),
    redemptions: z.number().int(),
    openRedemptions: z.number().int(),
  }),
  /** The phones of the newest 1,000 scans, the last used first. */
  devices: z.array(
    z.object({
      device: z.string(),
      firstAt: instant,
      lastAt: instant,
      scans: z.number().int(),
      /** Other members credited on it today or yesterday: of older scans no index tells. */
      others: z.number().int(),
    }),
  ),
  sessions: z.number().int(),
  adjustments: z.array(adjustment),
  mobileChange: z
    .object({ mobile: z.string(), askedBy: z.string(), expiresAt: instant })
    .nullable(),
  /**
   * What staff and the member did, newest first: `member.block`, `member.unblock`,
   * `member.mobile.asked`, `member.mobile.changed`, `member.erased`, `points.adjust.requested`,
   * `points.adjust.approved`, `points.adjust.rejected`, `consent.<purpose>.given`,
   * `consent.<purpose>.withdrawn`, and what other features audit about a member.
   */
  events: z.array(
    z.object({
      at: instant,
      by: z.string(),
      action: z.string(),
      reason: z.string().nullable(),
    }),
  ),
})
export type UserDetail = z.infer<typeof userDetail>

const params = z.object({ memberId: wholeNumber('Member') })
const reason = plainText('The reason', 300, 3)

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/admin/users/:memberId',
  access: seeing(PAGE),
  tag,
  summary: 'One member with everything about them but their KYC, scans, points and redemptions',
  params,
  response: userDetail,
})

export const blockUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/block',
  access: having('member.block'),
  tag,
  summary: 'Block: no scan is credited, nothing is redeemed, sessions end',
  params,
  body: z.object({ reason }),
  response: userDetail,
})

export const unblockUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/unblock',
  access: having('member.block'),
  tag,
  summary: 'Unblock',
  params,
  body: z.object({ reason }),
  response: userDetail,
})

export const changeMobile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/mobile',
  access: having('member.contact'),
  tag,
  summary: 'Begin a change of mobile: a one-time password goes to the new number',
  params,
  body: z.object({ mobile, reason }),
  response: userDetail,
})

export const confirmMobile = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/mobile/confirm',
  access: having('member.contact'),
  tag,
  summary:
    'Finish it with the password the member reads out; their sessions end, the old number is told',
  params,
  body: z.object({
    otp: z
      .string({ error: 'Enter the one-time password.' })
      .regex(/^\d{6}$/, 'The one-time password has six digits.'),
  }),
  response: userDetail,
})

export const eraseUser = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/erase',
  access: having('member.erase'),
  tag,
  summary: 'Erase personal data for good; amounts and tax records stay under a pseudonym',
  params,
  body: z.object({
    reason,
    /** The member code, typed again. */
    confirm: z.string().max(40),
  }),
  response: userDetail,
})

export const listAdjustments = defineEndpoint({
  method: 'GET',
  path: '/api/admin/points-adjustments',
  access: seeing(PAGE),
  tag,
  summary: 'Points adjustments, newest first',
  query: listQuery(
    {
      status: many(adjustmentState),
      member: wholeNumber('Member').optional(),
      approver: approverFilter,
      ...dayRange,
    },
    ['newest', 'oldest'],
  ),
  response: page(adjustment),
})

export const requestAdjustment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/points-adjustments',
  access: having('points.adjust'),
  tag,
  summary: 'Ask for points to be given or taken; somebody else decides',
  params,
  body: z.object({
    idempotencyKey,
    points: z
      .number({ error: 'Enter the points; a minus takes them away.' })
      .int('Points are whole numbers.')
      .min(-1_000_000, 'At most 10,00,000 points at once.')
      .max(1_000_000, 'At most 10,00,000 points at once.')
      .refine((points) => points !== 0, 'Zero points change nothing.'),
    reason,
  }),
  response: adjustment,
})

const adjustmentParams = z.object({
  adjustmentId: z.string().regex(/^\d{1,19}$/, 'An adjustment id is a number.'),
})

export const approveAdjustment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/points-adjustments/:adjustmentId/approve',
  access: having('points.adjust.approve'),
  tag,
  summary: 'Approve: the points move. Whoever asked does not approve',
  params: adjustmentParams,
  body: z.object({ note: plainText('The note', 300).optional() }),
  response: adjustment,
})

export const rejectAdjustment = defineEndpoint({
  method: 'POST',
  path: '/api/admin/points-adjustments/:adjustmentId/reject',
  access: having('points.adjust.approve'),
  tag,
  summary: 'Reject with a reason',
  params: adjustmentParams,
  body: z.object({ note: plainText('The reason', 300, 3) }),
  response: adjustment,
})
