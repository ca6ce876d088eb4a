import type { Stale } from '../../contract/version.ts'

/** A call that did not succeed. `status` is 0 when no answer came; `message` is for people. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  /** Why, where one code has several causes. */
  readonly reason: string | null
  /** What others changed meanwhile, where a save named an older version. */
  readonly stale: Stale | null
  readonly requestId: string | null

  constructor(
    message: string,
    details: {
      status?: number
      code?: string
      fields?: Record<string, string> | undefined
      reason?: string | null | undefined
      stale?: Stale | undefined
      requestId?: string | null
    } = {},
  ) {
    super(message)
    this.name = 'ApiError'
    this.status = details.status ?? 0
    this.code = details.code ?? 'network'
    this.fields = details.fields ?? {}
    this.reason = details.reason ?? null
    this.stale = details.stale ?? null
    this.requestId = details.requestId ?? null
  }
}

/** Turns a call that got no answer into an error. */
export function errorOfFailure(reason: unknown): ApiError {
  const aborted = reason instanceof DOMException && reason.name === 'AbortError'
  return aborted
    ? new ApiError('Request aborted', { code: 'aborted' })
    : new ApiError('Network Error')
}

/** What to tell a person about any failure. */
export function sentenceOf(failure: unknown): string {
  return failure instanceof Error && failure.message ? failure.message : 'Something went wrong.'
}
