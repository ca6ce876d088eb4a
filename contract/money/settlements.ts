import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { listQuery, page, wholeNumber } from '../paging.ts'
import { account, transferKind } from '../ledger/points.ts'
import { instant, isoDate } from '../time.ts'
import { paise } from '../paise.ts'

const PAGE = '/dashboard/points-settlement'
const tag = 'Points settlement'
const points = z.number().int()

/** `open`: the month runs, or was never computed. */
export const SETTLEMENT_STATES = ['open', 'computed', 'approved', 'settled'] as const
export const settlementState = z.enum(SETTLEMENT_STATES, { error: 'There is no such state.' })
export type SettlementState = z.infer<typeof settlementState>

export type SettlementStep = 'compute' | 'approve' | 'settle' | 'reopen'
export type SettlementAction = SettlementStep | 'ask-reopen' | 'keep-closed'
/** Computing may be repeated until it is approved; approved is locked, and opened again by two. */
export const SETTLEMENT_MACHINE: Record<
  SettlementStep,
  { from: readonly SettlementState[]; to: SettlementState }
> = {
  compute: { from: ['open', 'computed'], to: 'computed' },
  approve: { from: ['computed'], to: 'approved' },
  settle: { from: ['approved'], to: 'settled' },
  reopen: { from: ['approved', 'settled'], to: 'computed' },
}

/** The first day of a month. */
export const month = isoDate.refine(
  (day) => day.endsWith('-01'),
  'A month is named by its first day.',
)

/**
 * Points of a network in a month: closing = opening + moved + brought + earned + bonus − reversed − redeemed +
 * returned − expired + adjusted, and closing = available + held.
 */
export const figures = z.object({
  members: z.number().int(),
  opening: points,
  /** Of members who came from or went to another distributor, with what they had before the month. */
  moved: points,
  /** Opening points, from a programme before this one. */
  brought: points,
  earned: points,
  bonus: points,
  reversed: points,
  redeemed: points,
  returned: points,
  expired: points,
  adjusted: points,
  available: points,
  held: points,
  charges: z.number().int(),
  chargePaise: paise,
})
export type Figures = z.infer<typeof figures>

/** The figures that open rows: which transfers each one sums is server/features/money/settlements/figures.ts. */
export const POINT_FIGURES = [
  'brought',
  'earned',
  'bonus',
  'reversed',
  'redeemed',
  'returned',
  'expired',
  'adjusted',
] as const
export const pointFigure = z.enum(POINT_FIGURES, { error: 'There is no such figure.' })
export type PointFigure = z.infer<typeof pointFigure>

/**
 * Liability by how long ago points could be used for the first time, first in first out; in months
 * back from the month's end, `to` not included.
 */
export const ageBucket = z.object({
  from: z.number().int(),
  to: z.number().int().nullable(),
  points,
})
export const monthRow = z.object({
  month,
  /** The least far of its distributors; `open` when it was never computed. */
  state: settlementState,
  /** Whether the month is over, for a quarter of an hour: only then it can be computed. */
  over: z.boolean(),
  computing: z.boolean(),
  failure: z.string().nullable(),
  computedAt: instant.nullable(),
  computedBy: z.string().nullable(),
  pointValuePaise: paise.nullable(),
  distributors: z.number().int(),
  approved: z.number().int(),
  settled: z.number().int(),
  reopenAsked: z.number().int(),
  /** Sums over its distributors; null when it was never computed. */
  figures: figures.nullable(),
  /** The ledger's own sums at the moment it was computed. */
  ledger: figures.nullable(),
  /** With what is held as a bucket of its own in `figures.held`: available by age. */
  ages: z.array(ageBucket),
})
export type MonthRow = z.infer<typeof monthRow>

export const settlementRow = figures.extend({
  month,
  /** 0: members without a distributor. */
  distributorId: z.number().int(),
  /** Empty without a distributor. */
  distributorCode: z.string(),
  distributorName: z.string(),
  state: settlementState,
  /** The month before, to compare; null when it was not computed. */
  before: figures.nullable(),
  approvedBy: z.string().nullable(),
  settledReference: z.string().nullable(),
  reopenAsked: z.boolean(),
})
export type SettlementRow = z.infer<typeof settlementRow>

export const settlementDetail = settlementRow.extend({
  pointValuePaise: paise,
  computedAt: instant,
  computedBy: z.string().nullable(),
  computedById: z.number().int().nullable(),
  approvedAt: instant.nullable(),
  settledAt: instant.nullable(),
  settledBy: z.string().nullable(),
  reopen: z
    .object({
      askedAt: instant,
      askedBy: z.string(),
      askedById: z.number().int(),
      reason: z.string(),
    })
    .nullable(),
  /** What each rule of handling charges came to. */
  chargesByRule: z.array(
    z.object({ ruleId: z.number().int(), words: z.string(), charges: z.number().int(), paise }),
  ),
  events: z.array(
    z.object({
      at: instant,
      by: z.string().nullable(),
      action: z.string(),
      note: z.string().nullable(),
    }),
  ),
})
export type SettlementDetail = z.infer<typeof settlementDetail>

const monthParams = z.object({ month })
const params = z.object({ month, distributorId: wholeNumber('Distributor') })
const reason = plainText('The reason', 300, 3)
const distributorIds = z
  .array(wholeNumber('Distributor'))
  .min(1, 'Choose at least one.')
  .max(1_000, 'At most 1,000 at once.')
const done = z.object({
  done: z.array(z.number().int()),
  /** Those left alone, each with the reason. */
  left: z.array(
    z.object({ distributorId: z.number().int(), name: z.string(), reason: z.string() }),
  ),
})
export type SettlementsDone = z.infer<typeof done>

export const listMonths = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements',
  access: seeing(PAGE),
  tag,
  summary: 'The months from the first with points to the one that runs, newest first',
  response: z.object({ months: z.array(monthRow) }),
})

export const getMonth = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements/:month',
  access: seeing(PAGE),
  tag,
  summary: 'One month with all its distributors',
  params: monthParams,
  response: z.object({ month: monthRow, rows: z.array(settlementRow) }),
})

export const computeMonth = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settlements/:month/compute',
  access: having('settlement.compute'),
  tag,
  summary: 'Compute a month that is over, as often as wanted: what is approved stays as it is',
  params: monthParams,
  response: monthRow,
})

export const approveSettlements = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settlements/:month/approve',
  access: having('settlement.approve'),
  tag,
  summary:
    'Approve and lock, by somebody other than who computed; refused where the ledger has moved',
  params: monthParams,
  body: z.object({ distributorIds, reason: plainText('The note', 300).optional() }),
  response: done,
})

/** Digits of a transfer look like those of an account, so they are not judged. */
const bankReference = z
  .string({ error: 'The reference is missing.' })
  .trim()
  .min(3, 'The reference has at least 3 characters.')
  .max(60, 'The reference: at most 60 characters.')
  .regex(/^[\w /.-]+$/, 'A reference has letters, digits, spaces, /, - and dots.')

export const settleSettlement = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settlements/:month/:distributorId/settle',
  access: having('settlement.approve'),
  tag,
  summary: 'Settled with the distributor, with the reference of the payment or credit note',
  params,
  body: z.object({ reference: bankReference }),
  response: settlementDetail,
})

export const askReopen = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settlements/:month/:distributorId/ask-reopen',
  access: having('settlement.compute'),
  tag,
  summary: 'Ask for an approved settlement to be opened again; another person decides',
  params,
  body: z.object({ reason }),
  response: settlementDetail,
})

export const decideReopen = defineEndpoint({
  method: 'POST',
  path: '/api/admin/settlements/:month/:distributorId/reopen',
  access: having('settlement.approve'),
  tag,
  summary: 'Open it again as was asked, or leave it closed; never by who asked',
  params,
  body: z.object({ reopen: z.boolean(), reason }),
  response: settlementDetail,
})

export const getSettlement = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements/:month/:distributorId',
  access: seeing(PAGE),
  tag,
  summary: 'One distributor and month',
  params,
  response: settlementDetail,
})

export const settlementTransfer = z.object({
  transferId: z.string(),
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  seq: z.number().int(),
  recordedAt: instant,
  kind: transferKind,
  debit: account,
  credit: account,
  /** As the figure counts it: an adjustment that took points away is below zero. */
  points,
  ref: z.string(),
})
export const listSettlementTransfers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements/:month/:distributorId/transfers',
  access: seeing(PAGE),
  tag,
  summary: 'The transfers that a figure sums',
  params,
  query: listQuery({ figure: pointFigure }, ['newest', 'oldest']),
  response: page(settlementTransfer),
})

export const settlementMember = figures.omit({ members: true }).extend({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
})
export const listSettlementMembers = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements/:month/:distributorId/members',
  access: seeing(PAGE),
  tag,
  summary: 'The members of the network, each with the same figures',
  params,
  query: listQuery({}, ['code']),
  response: page(settlementMember),
})

export const STATEMENT_FORMATS = ['xlsx', 'pdf'] as const
export const settlementStatement = defineEndpoint({
  method: 'GET',
  path: '/api/admin/settlements/:month/:distributorId/statement',
  access: seeing(PAGE),
  tag,
  summary: 'The statement for the distributor; a draft until it is approved',
  params,
  query: z.object({ format: z.enum(STATEMENT_FORMATS, { error: 'xlsx or pdf.' }) }),
  response: file(
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/pdf',
  ),
})
