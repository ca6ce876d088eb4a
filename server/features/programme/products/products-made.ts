import type { Made } from '../../people/onboarding/index.ts'

/** What a file of products makes. */
export const PRODUCTS_MADE: Made = {
  table: 'product',
  id: 'product_id',
  named: 'm.code',
  own: ['product_points'],
  words: { coupon_batch: 'batches', product_points_change: 'points planned' },
  also: [
    {
      condition: 'exists (select from scheme s where m.product_id = any(s.product_ids))',
      words: 'in a scheme',
    },
    { condition: 'm.left_at is not null', words: 'deactivated since' },
  ],
}
