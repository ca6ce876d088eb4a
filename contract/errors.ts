import { z } from 'zod'
import { stale } from './version.ts'

/** What went wrong, for programs. `message` is for people and may change. */
export const ERROR_CODES = [
  'invalid',
  'unauthenticated',
  'forbidden',
  // The same once the person has shown again who it is: see `fresh` of an endpoint.
  'fresh_proof',
  // The session is locked: its person opens it with the PIN, or signs out.
  'locked',
  'not_found',
  'conflict',
  'too_large',
  'unsupported',
  'too_many',
  'timeout',
  'unavailable',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/**
 * Why, for programs that tell apart what has one code: a reader of Hindi is told in Hindi.
 * `password_refused` was also told by a notice and a mail.
 */
export const ERROR_REASONS = [
  'batch_blocked',
  'batch_not_ready',
  'batch_expired',
  'password_refused',
  'pin_wrong',
  'pin_own',
] as const
export type ErrorReason = (typeof ERROR_REASONS)[number]

/** The one body of every answer that is not a success. `fields` maps a field's path to its message. */
export const errorBody = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  reason: z.enum(ERROR_REASONS).optional(),
  /** Of a 409 whose version is not the newest. */
  stale: stale.optional(),
  requestId: z.string(),
})
export type ErrorBody = z.infer<typeof errorBody>

export const ERROR_STATUS: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  fresh_proof: 403,
  locked: 403,
  not_found: 404,
  conflict: 409,
  too_large: 413,
  unsupported: 415,
  too_many: 429,
  timeout: 408,
  unavailable: 503,
  internal: 500,
}
