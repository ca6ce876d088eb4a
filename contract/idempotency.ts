import { z } from 'zod'

/** Names one intention of the caller: sent again with the same body it has no second effect. */
export const idempotencyKey = z
  .string({ error: 'Send an idempotency key: a text of your own that names this request.' })
  .min(8, 'An idempotency key has at least 8 characters.')
  .max(64, 'An idempotency key has at most 64 characters.')
  .regex(/^[\w.:-]+$/, 'An idempotency key has letters, digits and . : _ - only.')
