import { z } from 'zod'
import { myRedemptionAddress, redemptionPlace } from '../people/addresses.ts'
import { defineEndpoint, having, member, seeing } from '../endpoint.ts'
import { idempotencyKey } from '../idempotency.ts'
import { plainText } from '../india.ts'
import {
  choiceFilter,
  dayFilter,
  approverOf,
  defineQuery,
  lateFilter,
  numberFilter,
  regionFilter,
} from '../lists/query.ts'
import { MEMBER_KIND_NAMES, memberKind } from '../people/members.ts'
import { parcelState } from './payment-states.ts'
import { listQuery, many, page, wholeNumber, dayRange } from '../paging.ts'
import { selectedReason } from '../reasons.ts'
import { wantsOneThing, wanted } from './redemption-request.ts'
import {
  checkLine,
  redemptionKind,
  REDEMPTION_KIND_NAMES,
  redemptionState,
  REDEMPTION_STATE_NAMES,
  verdict,
} from './redemption-states.ts'
import { taxExplained } from './tax.ts'
import { instant } from '../time.ts'
import { paise } from '../paise.ts'

// ── the member's side ──
const tag = 'Member redemptions'
const redemptionId = z.string().regex(/^\d{1,19}$/, 'A redemption id is a number.')

export const myRedemption = z.object({
  redemptionId: z.string(),
  number: z.string(),
  kind: redemptionKind,
  state: redemptionState,
  points: z.number().int(),
  amountPaise: paise,
  giftName: z.string().nullable(),
  quantity: z.number().int(),
  /** Where it goes, masked. */
  destination: z.string().nullable(),
  /** Where a gift goes; null for money, and while nobody has given it. */
  address: myRedemptionAddress.nullable(),
  requestedAt: instant,
  changedAt: instant,
  /** Why it was rejected, where it was. */
  reason: z.string().nullable(),
  payment: z
    .object({
      state: z.enum(['on_its_way', 'paid', 'failed', 'reversed']),
      netPaise: paise.nullable(),
      taxPaise: paise.nullable(),
      utr: z.string().nullable(),
      at: instant,
      /** Why it failed, in words. */
      words: z.string().nullable(),
      /** When HIL asked for another account or address after it failed. */
      detailsAskedAt: instant.nullable(),
    })
    .nullable(),
  /** Of several payments or parcels the last. */
  parcel: z
    .object({
      state: parcelState,
      courier: z.string(),
      trackingNumber: z.string(),
      at: instant,
    })
    .nullable(),
  events: z.array(z.object({ at: instant, state: redemptionState, note: z.string().nullable() })),
})
export type MyRedemption = z.infer<typeof myRedemption>

export const redemptionRequest = z.object({ idempotencyKey, ...wanted }).check(wantsOneThing)

export const requestRedemption = defineEndpoint({
  method: 'POST',
  path: '/api/member/redemptions',
  access: member,
  tag,
  summary:
    'Redeem points; they are held at once. The same key and body again gives the same answer',
  body: redemptionRequest,
  response: myRedemption,
})

export const myRedemptions = defineEndpoint({
  method: 'GET',
  path: '/api/member/redemptions',
  access: member,
  tag,
  summary: 'My redemptions, newest first',
  query: listQuery({ state: many(redemptionState), ...dayRange }, ['newest', 'oldest']),
  response: page(myRedemption),
})

export const getMyRedemption = defineEndpoint({
  method: 'GET',
  path: '/api/member/redemptions/:redemptionId',
  access: member,
  tag,
  summary: 'One of my redemptions with its history',
  params: z.object({ redemptionId }),
  response: myRedemption,
})

export const cancelMyRedemption = defineEndpoint({
  method: 'POST',
  path: '/api/member/redemptions/:redemptionId/cancel',
  access: member,
  tag,
  summary: 'Take a request back before it is decided; the points come back',
  params: z.object({ redemptionId }),
  response: myRedemption,
})

export const gift = z.object({
  giftId: z.number().int(),
  code: z.string(),
  name: z.string(),
  text: z.string(),
  points: z.number().int(),
  available: z.boolean(),
  /** The photo in its sizes, the smallest first. */
  pictures: z.array(
    z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  ),
})
export const memberGifts = defineEndpoint({
  method: 'GET',
  path: '/api/member/gifts',
  access: member,
  tag,
  summary: 'Gifts that points can be redeemed for; an ETag tells when nothing changed',
  tagged: true,
  response: z.object({ items: z.array(gift) }),
})

// ── the approvers' side ──
const PAGE = '/dashboard/approvals/redemption'
const adminTag = 'Redemptions'

export const redemptionRow = z.object({
  redemptionId: z.string(),
  number: z.string(),
  state: redemptionState,
  kind: redemptionKind,
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  memberKind,
  mobile: z.string(),
  memberState: z.number().int(),
  points: z.number().int(),
  amountPaise: paise,
  giftName: z.string().nullable(),
  quantity: z.number().int(),
  destination: z.string().nullable(),
  requestedAt: instant,
  /** Whoever asked: a member of staff for the member, or null if the member did. */
  requestedBy: z.string().nullable(),
  approvals: z.array(z.string()),
  approvalsNeeded: z.number().int(),
  /** Evaluated for requested ones only, with the lines that are not ok. */
  verdict: verdict.nullable(),
  problems: z.array(checkLine),
  /** Whether I may approve it, and why not. */
  mayApprove: z.boolean(),
  whyNot: z.string().nullable(),
})
export type RedemptionRow = z.infer<typeof redemptionRow>

export const redemptionQuery = defineQuery({
  search: { label: 'Number, mobile or member code', max: 60 },
  filters: [
    choiceFilter('status', 'Status', REDEMPTION_STATE_NAMES, { primary: true }),
    choiceFilter('kind', 'As', REDEMPTION_KIND_NAMES, { primary: true }),
    dayFilter('Requested on', { primary: true }),
    choiceFilter('memberKind', 'Member type', MEMBER_KIND_NAMES),
    regionFilter(),
    lateFilter(),
    numberFilter('member', 'Member', { fromLink: true }),
    approverOf,
  ],
  orders: { oldest: 'Oldest first', newest: 'Newest first', largest: 'Largest first' },
})
export const redemptionListQuery = redemptionQuery.schema
export type RedemptionListQuery = z.infer<typeof redemptionListQuery>

export const listRedemptions = defineEndpoint({
  method: 'GET',
  path: '/api/admin/redemptions',
  access: seeing(PAGE, '/dashboard/users'),
  tag: adminTag,
  summary: 'Redemptions with what stands against paying each',
  query: redemptionListQuery,
  response: page(redemptionRow),
})

export const redemptionDetail = redemptionRow.extend({
  checklist: z.array(checkLine),
  /** Where a gift goes, without street and name; null for money, and while nobody has given it. */
  address: redemptionPlace.nullable(),
  pointValuePaise: paise,
  balance: z.object({ available: z.number().int(), held: z.number().int() }),
  rejectReason: z.string().nullable(),
  /** What was taken, or what would be taken now; null where nothing will be paid any more. */
  tax: taxExplained.nullable(),
  events: z.array(
    z.object({
      at: instant,
      by: z.string(),
      action: z.string(),
      state: redemptionState,
      note: z.string().nullable(),
    }),
  ),
  /** Points moved for it, in the order of the ledger. */
  transfers: z.array(
    z.object({
      seq: z.number().int(),
      kind: z.string(),
      points: z.number().int(),
      recordedAt: instant,
    }),
  ),
})
export type RedemptionDetail = z.infer<typeof redemptionDetail>

const params = z.object({ redemptionId })
const approval = z.object({
  /** The verdict that was seen; another one now is answered with 409. */
  verdict,
  reason: plainText('The reason', 300).optional(),
})

export const getRedemption = defineEndpoint({
  method: 'GET',
  path: '/api/admin/redemptions/:redemptionId',
  access: seeing(PAGE, '/dashboard/users'),
  tag: adminTag,
  summary: 'One redemption with its checklist and history',
  params,
  response: redemptionDetail,
})

export const approveRedemption = defineEndpoint({
  method: 'POST',
  path: '/api/admin/redemptions/:redemptionId/approve',
  access: having('redemption.approve'),
  tag: adminTag,
  summary: 'Approve; a warned one wants a reason, a stopped one cannot be approved',
  params,
  body: approval,
  response: redemptionDetail,
})

export const rejectRedemption = defineEndpoint({
  method: 'POST',
  path: '/api/admin/redemptions/:redemptionId/reject',
  access: having('redemption.approve'),
  tag: adminTag,
  summary: 'Reject with a reason the member reads; the points come back',
  params,
  body: selectedReason,
  response: redemptionDetail,
})

export const BULK_MAX = 200
export const approveRedemptions = defineEndpoint({
  method: 'POST',
  path: '/api/admin/redemptions/approve',
  access: having('redemption.approve'),
  tag: adminTag,
  summary: 'Approve many whose checklist is green; the total is checked before anything is done',
  body: z.object({
    redemptionIds: z
      .array(redemptionId)
      .min(1, 'Choose at least one.')
      .max(BULK_MAX, `At most ${BULK_MAX} at once.`),
    /** What the person has seen and confirmed. */
    totalPaise: paise,
  }),
  response: z.object({
    approved: z.array(z.string()),
    /** Those left alone, each with the reason. */
    left: z.array(z.object({ redemptionId: z.string(), number: z.string(), reason: z.string() })),
  }),
})

export const requestForMember = defineEndpoint({
  method: 'POST',
  path: '/api/admin/users/:memberId/redemptions',
  access: having('redemption.request'),
  tag: adminTag,
  summary: 'Redeem points on a member’s word; whoever asks does not approve',
  params: z.object({ memberId: wholeNumber('Member') }),
  body: z
    .object({
      idempotencyKey,
      ...wanted,
      /** The gift goes where the member's last gift went. */
      lastAddress: z.boolean().optional(),
      reason: plainText('The reason', 300, 3),
    })
    .check(wantsOneThing),
  response: redemptionDetail,
})

/** What the settings say, for the page's words. */
export const redemptionRules = defineEndpoint({
  method: 'GET',
  path: '/api/admin/redemption-rules',
  access: seeing(PAGE, '/dashboard/users'),
  tag: adminTag,
  summary: 'The rules in force: value of a point, limits, when two roles approve',
  response: z.object({
    pointValuePaise: paise,
    minPoints: z.number().int(),
    twoRolesFromPaise: paise,
    dayLimitPaise: paise,
    dayLimitCount: z.number().int(),
  }),
})
