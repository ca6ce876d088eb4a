import { choiceFilter, approverOf, defineQuery, lateFilter } from '../lists/query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { enquiryDetail, enquiryParams } from './enquiries.ts'
import { plainText } from '../india.ts'
import { page } from '../paging.ts'
import { scanFlag } from '../programme/scans.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/enquiry'
const tag = 'Disputes'

/**
 * A coupon that two members claim: an enquiry of the category `dispute` about a scan that was answered
 * `already_scanned`. `open` until one person proposes, `proposed` until another decides; `moved`: the
 * points went to the claimant; `kept`: they stay with the first.
 */
export const DISPUTE_STATES = ['open', 'proposed', 'moved', 'kept'] as const
export const disputeState = z.enum(DISPUTE_STATES, { error: 'There is no such state.' })
export type DisputeState = z.infer<typeof disputeState>
export const DISPUTE_NAMES: Record<DisputeState, string> = {
  open: 'Open',
  proposed: 'Proposed',
  moved: 'Moved',
  kept: 'Kept',
}
export const DISPUTE_OUTCOMES = ['move', 'keep'] as const
export const disputeOutcome = z.enum(DISPUTE_OUTCOMES, { error: 'Move the points or keep them.' })
export type DisputeOutcome = z.infer<typeof disputeOutcome>
export const OUTCOME_NAMES: Record<DisputeOutcome, string> = {
  move: 'Move the points',
  keep: 'Keep the points',
}

/** One of the two and their scan. */
const claimant = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  memberKind: z.string(),
  city: z.string(),
  state: z.number().int(),
  joinedAt: instant,
  blocked: z.boolean(),
  /** Credited scans ever, and disputes in which the points were moved away from this member. */
  credited: z.number().int(),
  lostDisputes: z.number().int(),
  scanId: z.string(),
  occurredAt: instant,
  recordedAt: instant,
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  scanState: z.number().int(),
  device: z.string().nullable(),
  flags: z.array(scanFlag),
  /** Names of the retailer whom the scan named. */
  retailer: z.string().nullable(),
})

export const disputeDetail = z.object({
  enquiryId: z.string(),
  number: z.string(),
  state: disputeState,
  coupon: z.object({
    batchId: z.number().int(),
    serial: z.number().int(),
    points: z.number().int(),
    productName: z.string(),
    plantName: z.string(),
    sentToState: z.number().int().nullable(),
    activatedAt: instant.nullable(),
  }),
  first: claimant,
  claimant,
  /** Kilometres and minutes between the two scans; null where a place is not known. */
  kilometres: z.number().nullable(),
  minutes: z.number().int(),
  /** What moving does: the first loses all the scan gave, the claimant gets the coupon’s points. */
  effect: z.object({
    takes: z.number().int(),
    /** Of `takes`, bonus points that go back to their schemes. */
    bonus: z.number().int(),
    gives: z.number().int(),
    /** Points of the first that can be taken now. */
    available: z.number().int(),
    /** Why it cannot be moved now, in words; null when it can. */
    whyNot: z.string().nullable(),
  }),
  proposal: z
    .object({
      outcome: disputeOutcome,
      reason: z.string(),
      by: z.string(),
      byId: z.number().int(),
      at: instant,
    })
    .nullable(),
  decision: z
    .object({ outcome: disputeOutcome, note: z.string(), by: z.string(), at: instant })
    .nullable(),
  /** Whether I may decide the proposal, and why not. */
  mayDecide: z.boolean(),
  whyNotMe: z.string().nullable(),
})
export type DisputeDetail = z.infer<typeof disputeDetail>

export const disputeRow = z.object({
  enquiryId: z.string(),
  number: z.string(),
  state: disputeState,
  openedAt: instant,
  batchId: z.number().int(),
  serial: z.number().int(),
  points: z.number().int(),
  firstId: z.number().int(),
  firstName: z.string(),
  claimantId: z.number().int(),
  claimantName: z.string(),
  proposedBy: z.string().nullable(),
  proposedAt: instant.nullable(),
  outcome: disputeOutcome.nullable(),
})
export type DisputeRow = z.infer<typeof disputeRow>

export const disputeQuery = defineQuery({
  search: { label: 'Number, mobile or member code', max: 60 },
  filters: [
    choiceFilter('status', 'Status', DISPUTE_NAMES, { primary: true }),
    lateFilter(),
    approverOf,
  ],
  orders: { oldest: 'Waiting longest first', newest: 'Newest first' },
})
export const disputeListQuery = disputeQuery.schema
export type DisputeListQuery = z.infer<typeof disputeListQuery>

export const listDisputes = defineEndpoint({
  method: 'GET',
  path: '/api/admin/disputes',
  access: seeing(PAGE),
  tag,
  summary: 'The dispute desk, what waits longest first',
  query: disputeListQuery,
  response: page(disputeRow),
})

export const getDispute = defineEndpoint({
  method: 'GET',
  path: '/api/admin/enquiries/:enquiryId/dispute',
  access: seeing(PAGE),
  tag,
  summary: 'Both claimants, their scans side by side, and what a decision would do',
  params: enquiryParams,
  response: disputeDetail,
})

export const proposeDispute = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/dispute/propose',
  access: having('enquiry.answer'),
  tag,
  summary:
    'Propose to move the points to the claimant or to keep them; a new proposal takes the old one’s place',
  params: enquiryParams,
  body: z.object({ outcome: disputeOutcome, reason: plainText('The reason', 300, 10) }),
  response: disputeDetail,
})

export const decideDispute = defineEndpoint({
  method: 'POST',
  path: '/api/admin/enquiries/:enquiryId/dispute/decide',
  access: having('dispute.decide'),
  tag,
  summary:
    'Another person agrees: reversal and re-credit in one step, and the member is told; or sends the proposal back',
  params: enquiryParams,
  body: z.object({
    agree: z.boolean({ error: 'Say whether you agree.' }),
    /** Of the proposal that was read. */
    outcome: disputeOutcome,
    note: plainText('The note', 300, 3),
  }),
  response: disputeDetail,
})

export const openDispute = defineEndpoint({
  method: 'POST',
  path: '/api/admin/disputes',
  access: having('enquiry.answer'),
  tag,
  summary:
    'Open a dispute for a member from their refused scan, as found in the finder; asked again it is the one that is open',
  body: z.object({
    memberId: z.number().int().positive().max(2_147_483_647),
    scanId: z.string().regex(/^\d{1,19}$/, 'A scan id is a number.'),
    body: plainText('What the member says', 4_000, 2),
  }),
  response: enquiryDetail,
})
