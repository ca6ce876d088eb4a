import {
  choiceFilter,
  dayFilter,
  approverOf,
  defineQuery,
  lateFilter,
  lookupFilter,
} from '../lists/query.ts'
import { z } from 'zod'
import { printRequest } from './batch-print.ts'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { stateId, plainText } from '../india.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { instant, isoDate } from '../time.ts'
import { seenVersion } from '../version.ts'

export const BATCH_STATUSES = [
  'requested',
  'approved',
  'generated',
  'printed',
  'closed',
  'rejected',
  'withdrawn',
  'blocked',
] as const
export const batchStatus = z.enum(BATCH_STATUSES)
export type BatchStatus = z.infer<typeof batchStatus>
export const BATCH_NAMES: Record<BatchStatus, string> = {
  requested: 'Requested',
  approved: 'Generating',
  generated: 'Generated',
  printed: 'Printed',
  closed: 'Closed',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  blocked: 'Blocked',
}

/** Before the generation, or never generated: such a batch has no coupons. */
export const WITHOUT_COUPONS: ReadonlySet<BatchStatus> = new Set([
  'requested',
  'approved',
  'rejected',
  'withdrawn',
])

export const BATCH_ACTIONS = [
  'approve',
  'reject',
  'withdraw',
  'generate',
  'print',
  'close',
  'block',
  'unblock',
] as const
export type BatchAction = (typeof BATCH_ACTIONS)[number]

/**
 * The state machine of a batch. `approve` is the approval that completes the number asked for;
 * `generate` is the job's own step. An unblocked batch goes back to what it was
 * before: `generated`, `printed` or `closed`; `to` names the usual one.
 */
export const BATCH_MACHINE: Record<BatchAction, { from: readonly BatchStatus[]; to: BatchStatus }> =
  {
    approve: { from: ['requested'], to: 'approved' },
    reject: { from: ['requested'], to: 'rejected' },
    withdraw: { from: ['requested'], to: 'withdrawn' },
    generate: { from: ['approved'], to: 'generated' },
    print: { from: ['generated', 'printed'], to: 'printed' },
    close: { from: ['printed'], to: 'closed' },
    block: { from: ['generated', 'printed', 'closed'], to: 'blocked' },
    unblock: { from: ['blocked'], to: 'printed' },
  }

export const QR_FORMS = ['url', 'gs1'] as const
/** Coupons of one batch: at most a million. */
export const BATCH_MAX = 1_000_000
/** Packs of one carton at most. */
export const CARTON_MAX = 1_000

const PAGE = '/dashboard/QrTokenHistories'
const tag = 'Batches'

export const batchQuery = defineQuery({
  search: { label: 'Batch number or its four letters', max: 60 },
  filters: [
    choiceFilter('status', 'Status', BATCH_NAMES, { primary: true }),
    lookupFilter('plant', 'Plant', many(wholeNumber('Plant')), { primary: true }),
    lookupFilter('product', 'Product', many(wholeNumber('Product')), { primary: true }),
    dayFilter('Requested', { primary: true }),
    lateFilter(),
    approverOf,
  ],
  orders: { newest: 'Newest first', oldest: 'Oldest first', largest: 'Largest first' },
})
export const batchListQuery = batchQuery.schema
export type BatchListQuery = z.infer<typeof batchListQuery>

export const batchCounts = z.object({
  printed: z.number().int(),
  active: z.number().int(),
  deactivated: z.number().int(),
  scanned: z.number().int(),
  blocked: z.number().int(),
})

export const batchRow = z.object({
  batchId: z.number().int(),
  letters: z.string(),
  plantId: z.number().int(),
  plantName: z.string(),
  productId: z.number().int(),
  productName: z.string(),
  quantity: z.number().int(),
  generated: z.number().int(),
  points: z.number().int(),
  expiresOn: isoDate,
  status: batchStatus,
  requestedAt: instant,
  requestedBy: z.string(),
  approvals: z.number().int(),
  approvalsNeeded: z.number().int(),
  counts: batchCounts,
})
export type BatchRow = z.infer<typeof batchRow>

export const batchDetail = batchRow.extend({
  qrForm: z.enum(QR_FORMS),
  /** The product's, as it is now: a GS1 Digital Link begins with it. */
  gtin: z.string().nullable(),
  sentToState: z.number().int().nullable(),
  cartonSize: z.number().int().nullable(),
  note: z.string().nullable(),
  requestedById: z.number().int(),
  approvedByIds: z.array(z.number().int()),
  /** How often the request was changed; an approval names it. */
  version: z.number().int(),
  events: z.array(
    z.object({ at: instant, by: z.string(), action: z.string(), note: z.string().nullable() }),
  ),
  changes: z.array(
    z.object({
      changeId: z.number().int(),
      at: instant,
      by: z.string(),
      action: z.string(),
      fromSerial: z.number().int(),
      toSerial: z.number().int(),
      changed: z.number().int(),
      reason: z.string().nullable(),
    }),
  ),
  failure: z.string().nullable(),
})
export type BatchDetail = z.infer<typeof batchDetail>

export const listBatches = defineEndpoint({
  method: 'GET',
  path: '/api/admin/batches',
  access: seeing(PAGE),
  tag,
  summary: 'Coupon batches (QR token requests)',
  query: batchListQuery,
  response: page(batchRow),
})

const batchParams = z.object({ batchId: wholeNumber('Batch') })

export const getBatch = defineEndpoint({
  method: 'GET',
  path: '/api/admin/batches/:batchId',
  access: seeing(PAGE),
  tag,
  summary: 'One batch with its history',
  params: batchParams,
  response: batchDetail,
})

const requestFields = z.object({
  plantId: wholeNumber('Plant').min(1, 'Choose a plant.'),
  productId: wholeNumber('Product').min(1, 'Choose a product.'),
  quantity: z
    .number({ error: 'Enter how many coupons.' })
    .int('A whole number of coupons.')
    .min(1, 'At least one coupon.')
    .max(BATCH_MAX, 'At most 10,00,000 coupons in one batch.'),
  points: z
    .number({ error: 'Enter the points of each coupon.' })
    .int('Points are whole numbers.')
    .min(1, 'At least one point.')
    .max(100_000, 'At most 1,00,000 points a coupon.'),
  expiresOn: isoDate,
  qrForm: z.enum(QR_FORMS).default('url'),
  sentToState: stateId.nullable().default(null),
  /** Packs in a carton, whose own code activates them all; null where packs leave singly. */
  cartonSize: z
    .number({ error: 'Enter how many packs a carton holds.' })
    .int('A whole number of packs.')
    .min(2, 'A carton holds at least 2 packs.')
    .max(CARTON_MAX, `A carton holds at most ${CARTON_MAX} packs.`)
    .nullable()
    .default(null),
  note: plainText('The note', 300).optional(),
})
const CARTON_FITS = {
  check: ({ cartonSize, quantity }: { cartonSize: number | null; quantity: number }) =>
    cartonSize === null || cartonSize <= quantity,
  error: 'A carton cannot hold more packs than the batch has.',
  path: ['cartonSize'],
}
export const batchRequest = requestFields.refine(CARTON_FITS.check, CARTON_FITS)

export const requestBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches',
  access: having('batch.request'),
  tag,
  summary: 'Request a batch of coupons',
  body: batchRequest,
  response: batchDetail,
})

export const changeBatchRequest = defineEndpoint({
  method: 'PUT',
  path: '/api/admin/batches/:batchId',
  access: having('batch.request'),
  tag,
  summary: 'Change a request that nobody approved yet; only the person who made it can',
  params: batchParams,
  body: requestFields.extend({ version: seenVersion }).refine(CARTON_FITS.check, CARTON_FITS),
  response: batchDetail,
})

const note = z.object({ note: plainText('The note', 300).optional() })
const reasoned = z.object({ note: plainText('The reason', 300, 3) })

export const approveBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/approve',
  access: having('batch.approve'),
  tag,
  summary: 'Approve a batch; the last approval needed starts the generation',
  params: batchParams,
  body: note.extend({
    /** The version that the approver saw: a request that changed meanwhile is not approved. */
    version: z.number().int().min(0).default(0),
  }),
  response: batchDetail,
})

export const rejectBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/reject',
  access: having('batch.approve'),
  tag,
  summary: 'Reject a requested batch',
  params: batchParams,
  body: reasoned,
  response: batchDetail,
})

export const withdrawBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/withdraw',
  access: having('batch.request'),
  tag,
  summary: 'Withdraw a request that nobody approved yet; only the person who made it can',
  params: batchParams,
  body: note,
  response: batchDetail,
})

export const retryBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/retry',
  access: having('batch.approve'),
  tag,
  summary: 'Start the generation of a batch again after it failed',
  params: batchParams,
  body: note,
  response: batchDetail,
})

export const closeBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/close',
  access: having('batch.approve'),
  tag,
  summary: 'Close a printed batch: its print file is not given again',
  params: batchParams,
  body: note,
  response: batchDetail,
})

export const blockBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/block',
  access: having('coupon.block'),
  tag,
  summary: 'Block every unscanned coupon of a batch',
  params: batchParams,
  body: reasoned,
  response: batchDetail,
})

export const unblockBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/unblock',
  access: having('coupon.block'),
  tag,
  summary: 'Unblock a batch',
  params: batchParams,
  body: reasoned,
  response: batchDetail,
})

export const printBatch = defineEndpoint({
  method: 'POST',
  path: '/api/admin/batches/:batchId/printFile',
  access: having('batch.print'),
  tag,
  summary:
    'The print file of a batch, made again from its key, in a zip that is locked by AES-256; its password is in the header File-Password and nowhere else. Every time is audited',
  params: batchParams,
  body: printRequest,
  response: file('application/zip'),
})
