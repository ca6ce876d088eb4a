import { ERROR_STATUS, type ErrorCode, type ErrorReason } from '../../contract/errors.ts'
import type { Stale } from '../../contract/version.ts'

/** A refusal in the user's words. `cause` is for the log only and never leaves the server. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined
  readonly reason: ErrorReason | undefined
  readonly stale: Stale | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    code: ErrorCode,
    message: string,
    options: {
      fields?: Record<string, string>
      reason?: ErrorReason
      stale?: Stale
      retryAfterSeconds?: number
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.fields = options.fields
    this.reason = options.reason
    this.stale = options.stale
    this.retryAfterSeconds = options.retryAfterSeconds
  }

  get status(): number {
    return ERROR_STATUS[this.code]
  }
}

/** A refusal of one field. */
export function invalidField(field: string, message: string): AppError {
  return new AppError('invalid', message, { fields: { [field]: message } })
}

export function notFound(what: string): AppError {
  return new AppError('not_found', `${what} was not found.`)
}
