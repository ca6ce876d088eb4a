import { z } from 'zod'
import { couponStatus } from './coupons.ts'
import { defineEndpoint, seeing } from '../endpoint.ts'
import { instant } from '../time.ts'

const PAGE = '/dashboard/meltag-DB'
const FINDER = '/dashboard/coupon-finder'
const tag = 'Meltag'

/** What the vendor says of a tag's life. */
export const MELTAG_STATUSES = ['issued', 'activated', 'consumed', 'void'] as const
export const meltagStatus = z.enum(MELTAG_STATUSES)
export type MeltagStatus = z.infer<typeof meltagStatus>

/** A row of the vendor's view `meltag_tag`: docs/meltag.md tells of its columns. */
export const meltagTag = z.object({
  tag: z.string(),
  batchNumber: z.number().int().nullable(),
  serial: z.number().int().nullable(),
  productCode: z.string().nullable(),
  plantCode: z.string().nullable(),
  /** As the vendor writes it; null in `known` where it is no word of ours. */
  status: z.string(),
  known: meltagStatus.nullable(),
  statusAt: instant.nullable(),
  activatedAt: instant.nullable(),
  consumedAt: instant.nullable(),
  updatedAt: instant.nullable(),
})
export type MeltagTag = z.infer<typeof meltagTag>

/** A point in which the two databases do not say the same, or one is silent. */
export const meltagFinding = z.object({
  field: z.enum([
    'presence',
    'status',
    'batch',
    'serial',
    'product',
    'plant',
    'activated',
    'used',
    'duplicate',
  ]),
  /** `serious` may mean fraud or a wrong delivery; `late` is explained by the vendor's own delay. */
  weight: z.enum(['serious', 'late']),
  ours: z.string(),
  theirs: z.string(),
  words: z.string(),
})
export type MeltagFinding = z.infer<typeof meltagFinding>

/** Whether the vendor's database answered, in a word and a sentence; `preparing` is the demo's own. */
export const meltagVendor = z.object({
  state: z.enum(['answered', 'slow', 'down', 'other_shape', 'not_connected', 'preparing']),
  sentence: z.string().nullable(),
})
export type MeltagVendor = z.infer<typeof meltagVendor>

export const meltagCoupon = z.object({
  couponKey: z.string(),
  batchId: z.number().int(),
  letters: z.string(),
  serial: z.number().int(),
  productName: z.string(),
  productCode: z.string(),
  plantName: z.string(),
  plantCode: z.string(),
  status: couponStatus,
  expired: z.boolean(),
  batchStatus: z.string(),
  activatedAt: instant.nullable(),
  scannedAt: instant.nullable(),
})
export type MeltagCoupon = z.infer<typeof meltagCoupon>

/** One coupon or tag from both sides; at least one of the two is there. */
export const meltagMatch = z.object({
  ours: meltagCoupon.nullable(),
  theirs: meltagTag.nullable(),
  findings: z.array(meltagFinding),
})
export type MeltagMatch = z.infer<typeof meltagMatch>

const answer = z.object({
  vendor: meltagVendor,
  /**
   * Most searches give one; a code that the vendor has twice gives both. At most ten.
   * Where the vendor did not answer, our side only: nothing is compared then.
   */
  matches: z.array(meltagMatch),
})
export type MeltagAnswer = z.infer<typeof answer>

export const findMeltag = defineEndpoint({
  method: 'GET',
  path: '/api/admin/meltag/find',
  access: seeing(PAGE),
  tag,
  summary: 'What both databases say of a tag, serial or code, and where they disagree',
  query: z.object({
    q: z
      .string({ error: 'Type a tag, a code, or a batch and a serial.' })
      .trim()
      .min(1, 'Type a tag, a code, or a batch and a serial.')
      .max(300, 'This is too long for a tag or a code.')
      .describe('A tag such as "MT-0000123456", a code or its QR, or "1042/17"'),
  }),
  response: answer,
})

export const couponMeltag = defineEndpoint({
  method: 'GET',
  path: '/api/admin/coupons/:couponKey/meltag',
  access: seeing(FINDER, PAGE),
  tag,
  summary: 'What the vendor says of a coupon of ours',
  params: z.object({ couponKey: z.guid('This is not the key of a coupon.') }),
  response: answer,
})
