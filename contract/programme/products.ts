import { defineQuery, lookupFilter, oneFilter } from '../lists/query.ts'
import { CODE_ORDERS, statusFilter } from '../people/master-query.ts'
import { z } from 'zod'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { gtin } from './gtin.ts'
import { nameText } from '../india.ts'
import { deleted, masterCode, masterStatus, reasonBody } from '../people/masters.ts'
import { mediaItem } from '../platform/media.ts'
import { PROGRAMME } from '../menu.ts'
import { many, page, wholeNumber } from '../paging.ts'
import { paise } from '../paise.ts'
import { groupName } from './product-groups.ts'
import { instant, isoDate } from '../time.ts'
import { subjectEvent } from '../trail.ts'
import { seenVersion, version } from '../version.ts'

const tag = 'Products'

export const PACK_UNITS = ['kg', 'g', 'l', 'ml', 'm', 'ft', 'mm', 'sq m', 'pcs'] as const
export const packUnit = z.enum(PACK_UNITS, {
  error: `The unit is one of ${PACK_UNITS.join(', ')}.`,
})
export type PackUnit = z.infer<typeof packUnit>
/** Ten lakh rupees, in paise. */
const MRP_MAX = 100_000_000

/** The points of a coupon, as a batch takes them. */
export const couponPoints = z
  .number({ error: 'Enter the points of each coupon.' })
  .int('Points are whole numbers.')
  .min(1, 'At least one point.')
  .max(100_000, 'At most 1,00,000 points a coupon.')
export const packSize = z
  .number({ error: 'Enter the pack size.' })
  .positive('The pack size is more than 0.')
  .max(100_000, 'The pack size is at most 1,00,000.')
  .refine(
    (size) => Math.abs(size * 1_000 - Math.round(size * 1_000)) < 1e-6,
    'The pack size has at most three decimals.',
  )
export const mrpPaise = z
  .number({ error: 'Enter the MRP.' })
  .int('The MRP is in whole paise.')
  .min(1, 'The MRP is more than 0.')
  .max(MRP_MAX, 'The MRP is at most ₹10,00,000.')
export const productCode = masterCode('SKU', 'WP40')
export const productName = nameText('The name', 80, 2)
export const hindiName = nameText('The name in Hindi', 80, 2)
export const brandName = nameText('The brand', 60, 1)

export const productFields = z.object({
  code: productCode,
  name: productName,
  nameHi: hindiName.nullable().default(null),
  group: groupName,
  brand: brandName.nullable().default(null),
  packSize: packSize.nullable().default(null),
  packUnit: packUnit.nullable().default(null),
  gtin: gtin.nullable().default(null),
  mrpPaise: mrpPaise.nullable().default(null),
  mediaId: wholeNumber('Picture').nullable().default(null),
})
export type ProductFields = z.infer<typeof productFields>

/** A size says nothing without its unit. */
export function packMisfit(size: unknown, unit: unknown): 'packSize' | 'packUnit' | null {
  if ((size == null) === (unit == null)) return null
  return size == null ? 'packSize' : 'packUnit'
}
export const PACK_MISFIT = {
  packSize: 'Enter the size that this unit is of.',
  packUnit: 'Choose the unit of the size.',
}
type Packed = { packSize: number | null; packUnit: PackUnit | null }
type Refuse = { addIssue(issue: { code: 'custom'; message: string; path: string[] }): void }
const refuseMisfit = ({ packSize: size, packUnit: unit }: Packed, context: Refuse) => {
  const field = packMisfit(size, unit)
  if (field) context.addIssue({ code: 'custom', message: PACK_MISFIT[field], path: [field] })
}

export const POINTS_CHANGE_STATES = ['proposed', 'approved', 'rejected', 'withdrawn'] as const
export type PointsChangeState = (typeof POINTS_CHANGE_STATES)[number]

export const pointsChange = z.object({
  changeId: z.number().int(),
  fromDay: isoDate,
  points: z.number().int(),
  state: z.enum(POINTS_CHANGE_STATES),
  reason: z.string(),
  proposedBy: z.string(),
  proposedById: z.number().int(),
  proposedAt: instant,
  decidedBy: z.string().nullable(),
  decidedAt: instant.nullable(),
})
export type PointsChange = z.infer<typeof pointsChange>

export const productRow = z.object({
  productId: z.number().int(),
  code: z.string(),
  name: z.string(),
  nameHi: z.string().nullable(),
  group: z.string(),
  brand: z.string().nullable(),
  packSize: z.number().nullable(),
  packUnit: packUnit.nullable(),
  /** All fourteen digits. */
  gtin: z.string().nullable(),
  mrpPaise: paise.nullable(),
  /** Those of today. */
  points: z.number().int(),
  /** The next change that is approved. */
  next: z.object({ fromDay: isoDate, points: z.number().int() }).nullable(),
  /** Changes of its points that wait for another person. */
  waiting: z.number().int(),
  status: masterStatus,
  batches: z.number().int(),
  addedAt: instant.nullable(),
})
export type ProductRow = z.infer<typeof productRow>

export const productDetail = productRow.extend({
  media: mediaItem.nullable(),
  leftReason: z.string().nullable(),
  /** Whether anything names it: then it is deactivated, not deleted. */
  used: z.boolean(),
  version,
  /** Those it was added with. */
  firstPoints: z.number().int(),
  /** Changes of its points, the newest day first, at most 100. */
  changes: z.array(pointsChange),
  events: z.array(subjectEvent),
})
export type ProductDetail = z.infer<typeof productDetail>

export const productQuery = defineQuery({
  search: { label: 'SKU code, GTIN, or part of a name or brand', max: 60 },
  filters: [
    lookupFilter('group', 'Group', many(groupName), { primary: true }),
    statusFilter,
    // With changes of points that wait for approval or are planned.
    oneFilter(
      'points',
      'Points',
      { waiting: 'Waiting for approval', planned: 'Change planned' },
      { primary: true },
    ),
  ],
  orders: CODE_ORDERS,
})
export const productListQuery = productQuery.schema
export type ProductListQuery = z.infer<typeof productListQuery>

const params = z.object({ productId: wholeNumber('Product') })

export const listProducts = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products',
  access: seeing(PROGRAMME),
  tag,
  summary: 'Products with their points of today',
  query: productListQuery,
  response: page(productRow),
})

export const getProduct = defineEndpoint({
  method: 'GET',
  path: '/api/admin/products/:productId',
  access: seeing(PROGRAMME),
  tag,
  summary: 'One product with the changes of its points',
  params,
  response: productDetail,
})

export const createProduct = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products',
  access: having('programme.edit'),
  tag,
  summary: 'Add a product with its first points',
  body: productFields.extend({ points: couponPoints }).superRefine(refuseMisfit),
  response: productDetail,
})

export const changeProduct = defineEndpoint({
  method: 'PATCH',
  path: '/api/admin/products/:productId',
  access: having('programme.edit'),
  tag,
  summary: 'Correct what is known of a product; its points change by a day',
  params,
  body: productFields.extend({ version: seenVersion }).superRefine(refuseMisfit),
  response: productDetail,
})

export const deactivateProduct = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/deactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Deactivate a product: no new batches and schemes; those there go on',
  params,
  body: reasonBody,
  response: productDetail,
})

export const reactivateProduct = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/reactivate',
  access: having('programme.edit'),
  tag,
  summary: 'Take a deactivated product back',
  params,
  body: reasonBody,
  response: productDetail,
})

export const deleteProduct = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/products/:productId',
  access: having('programme.edit'),
  tag,
  summary: 'Delete a product that nothing names',
  params,
  response: deleted,
})

// ── points by day ──
export const proposePoints = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/points',
  access: having('programme.edit'),
  tag,
  summary: 'Change the points of new batches from a day on; more points wait for another person',
  params,
  body: reasonBody.extend({ fromDay: isoDate, points: couponPoints }),
  response: productDetail,
})

const changeParams = params.extend({ changeId: wholeNumber('Change') })

export const approvePoints = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/points/:changeId/approve',
  access: having('programme.approve'),
  tag,
  summary: 'Approve points that another person proposed',
  params: changeParams,
  response: productDetail,
})

export const rejectPoints = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/points/:changeId/reject',
  access: having('programme.approve'),
  tag,
  summary: 'Reject points that another person proposed',
  params: changeParams,
  body: reasonBody,
  response: productDetail,
})

export const withdrawPoints = defineEndpoint({
  method: 'POST',
  path: '/api/admin/products/:productId/points/:changeId/withdraw',
  access: having('programme.edit'),
  tag,
  summary: 'Withdraw a change of points before its day',
  params: changeParams,
  body: reasonBody,
  response: productDetail,
})
