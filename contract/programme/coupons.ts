import { z } from 'zod'
import { plainText } from '../india.ts'
import { defineEndpoint, having, seeing, anyone } from '../endpoint.ts'
import { wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

/** The life of a coupon, with the number each state is stored as. */
export const COUPON_STATUSES = {
  printed: 0,
  active: 1,
  deactivated: 2,
  scanned: 3,
  blocked: 4,
} as const
export type CouponStatus = keyof typeof COUPON_STATUSES
export const couponStatus = z.enum(
  Object.keys(COUPON_STATUSES) as [CouponStatus, ...CouponStatus[]],
)

export const COUPON_ACTIONS = ['activate', 'deactivate', 'block', 'unblock'] as const
export type CouponAction = (typeof COUPON_ACTIONS)[number]

/**
 * The state machine of a coupon: from which states an action may start, and where it leads.
 * Scanning is the engine's own step (`active → scanned`); reversing a scan goes back to `active`.
 */
export const COUPON_MACHINE: Record<
  CouponAction,
  { from: readonly CouponStatus[]; to: CouponStatus }
> = {
  activate: { from: ['printed', 'deactivated'], to: 'active' },
  deactivate: { from: ['active'], to: 'deactivated' },
  block: { from: ['printed', 'active', 'deactivated'], to: 'blocked' },
  unblock: { from: ['blocked'], to: 'deactivated' },
}

const PLANT_PAGE = '/plant-representatives/activate-deactivate'

/** A run of serials of one batch, both ends included; at most 100,000 at once. */
const activationRequest = z
  .object({
    batchId: wholeNumber('Batch'),
    from: wholeNumber('First serial').min(1, 'Serials begin at 1.'),
    to: wholeNumber('Last serial'),
    action: z.enum(['activate', 'deactivate']),
    reason: plainText('The reason', 300).optional(),
    device: z.string().max(80).optional(),
  })
  .refine((range) => range.from <= range.to, {
    message: 'The last serial must not be before the first.',
    path: ['to'],
  })
  .refine((range) => range.to - range.from < 100_000, {
    message: 'At most 100,000 coupons at once.',
    path: ['to'],
  })
  .refine((range) => range.action === 'activate' || (range.reason ?? '').length >= 3, {
    message: 'Write why these coupons are deactivated.',
    path: ['reason'],
  })

const activationAnswer = z.object({
  /** Its row among the changes of the batch; of a long run, which is done in pieces, the first. */
  changeId: z.number().int().nullable(),
  /** How many changed (or, in a preview, would change). */
  changed: z.number().int(),
  /** Those that do not, by the state they are in. */
  unchanged: z.array(z.object({ status: couponStatus, count: z.number().int(), why: z.string() })),
})

export const previewActivation = defineEndpoint({
  method: 'POST',
  path: '/api/plant/activations/preview',
  access: seeing(PLANT_PAGE),
  tag: 'Plant',
  summary: 'What an activation would change and what not',
  body: activationRequest,
  response: activationAnswer,
})

export const activateCoupons = defineEndpoint({
  method: 'POST',
  path: '/api/plant/activations',
  access: having('coupon.activate'),
  tag: 'Plant',
  summary: 'Activate or deactivate a run of serials of my plant',
  body: activationRequest,
  response: activationAnswer,
})

export const plantBatches = defineEndpoint({
  method: 'GET',
  path: '/api/plant/batches',
  access: seeing(PLANT_PAGE),
  tag: 'Plant',
  summary: 'The lots of my plant that can be activated',
  response: z.object({
    items: z.array(
      z.object({
        batchId: z.number().int(),
        letters: z.string(),
        productName: z.string(),
        quantity: z.number().int(),
        cartonSize: z.number().int().nullable(),
        expiresOn: z.string(),
        /** Of the lot as it is now. */
        printed: z.number().int(),
        deactivated: z.number().int(),
      }),
    ),
  }),
})

const FINDER = '/dashboard/coupon-finder'

export const couponStory = z.object({
  couponKey: z.string(),
  status: couponStatus,
  /** Says `expired` in words when an unscanned coupon's batch has ended. */
  expired: z.boolean(),
  batchId: z.number().int(),
  letters: z.string(),
  serial: z.number().int(),
  points: z.number().int(),
  expiresOn: z.string(),
  batchStatus: z.string(),
  productName: z.string(),
  plantName: z.string(),
  scannedBy: z
    .object({
      memberId: z.number().int(),
      code: z.string(),
      name: z.string(),
      mobile: z.string(),
      state: z.number().int(),
    })
    .nullable(),
  scannedAt: instant.nullable(),
  scannedPoints: z.number().int().nullable(),
  /** What happened, oldest first. */
  timeline: z.array(
    z.object({
      at: instant,
      kind: z.enum(['batch', 'change', 'scan', 'points']),
      title: z.string(),
      detail: z.string().nullable(),
      by: z.string().nullable(),
      tone: z.enum(['neutral', 'good', 'bad', 'warn']),
      /** The scan by which its member can claim the coupon: a dispute is opened from it. */
      claim: z.object({ memberId: z.number().int(), scanId: z.string() }).optional(),
    }),
  ),
})
export type CouponStory = z.infer<typeof couponStory>

export const findCoupon = defineEndpoint({
  method: 'GET',
  path: '/api/admin/coupons/find',
  access: seeing(FINDER),
  tag: 'Coupons',
  summary: 'The whole story of a coupon, by its code or by batch and serial',
  query: z.object({
    q: z
      .string({ error: 'Type a code, or a batch and a serial.' })
      .trim()
      .min(1, 'Type a code, or a batch and a serial.')
      .max(300, 'This is too long for a coupon code.')
      .describe('A code, the address of a QR, or batch and serial as "1042/17" or "10RJ/17"'),
  }),
  response: couponStory,
})

const couponParams = z.object({ couponKey: z.guid('This is not the key of a coupon.') })
const withReason = z.object({
  reason: plainText('The reason', 300, 3),
})

export const blockCoupon = defineEndpoint({
  method: 'POST',
  path: '/api/admin/coupons/:couponKey/block',
  access: having('coupon.block'),
  tag: 'Coupons',
  summary: 'Block an unscanned coupon',
  params: couponParams,
  body: withReason,
  response: couponStory,
})

export const unblockCoupon = defineEndpoint({
  method: 'POST',
  path: '/api/admin/coupons/:couponKey/unblock',
  access: having('coupon.block'),
  tag: 'Coupons',
  summary: 'Unblock a coupon; it is deactivated until a worker activates it',
  params: couponParams,
  body: withReason,
  response: couponStory,
})

/** What the page behind a QR may say to anybody: no more than a scan's answer would. */
export const checkCode = defineEndpoint({
  method: 'GET',
  path: '/api/public/codes/:code',
  access: anyone,
  tag: 'Public',
  summary: 'Whether a code is genuine; credits nothing',
  params: z.object({ code: z.string().max(60) }),
  response: z.object({
    genuine: z.boolean(),
    state: z.enum(['usable', 'used', 'not_usable', 'unknown']),
    productName: z.string().nullable(),
  }),
})
