import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import { AppError } from '../lib/app-error.ts'
import { HashQueueFull } from '../lib/password.ts'
import { letItEnd } from './upload.ts'

const BUSY = new AppError('unavailable', 'The server is busy. Try again in a few seconds.', {
  retryAfterSeconds: 5,
})
/** PostgreSQL states that mean "not now": connections, resources, a cancelled or shut statement. */
const NOT_NOW = /^(08|53|55P03|57)/
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // The name of a machine that is gone, or a name server that is.
  'EAI_AGAIN',
  'ENOTFOUND',
])
/** What the driver and the pool say of a connection that is gone or could not be had. */
const NO_CONNECTION =
  /timeout exceeded when trying to connect|timeout expired|Connection terminated|not queryable|has been discarded/

/** Turns whatever was thrown into the one error body, in one place. */
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = isBrokenOff(request) ? BROKEN_OFF : toAppError(error)
    if (refusal.status >= 500 && !isShed(error)) {
      app.log.error({ reqId: request.id, err: error }, 'request failed')
    }
    const answer = () => sendError(request, reply, refusal)
    if (error.code !== 'FST_ERR_CTP_BODY_TOO_LARGE') return answer()
    return letItEnd(request.raw, request.routeOptions.bodyLimit).then(answer)
  })
}

const BROKEN_OFF = new AppError('timeout', 'The request broke off before all of it was here.')

/** The client went or was cut off while still sending: nobody reads the answer, nothing failed. */
function isBrokenOff({ raw }: FastifyRequest): boolean {
  return raw.errored !== null && !raw.complete
}

/** Refused for there being too much to do: counted in /metrics, and no more work is made of it. */
function isShed(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable' && error.cause === undefined
}

export function sendError(
  request: FastifyRequest,
  reply: FastifyReply,
  error: AppError,
): FastifyReply {
  reply.header('x-request-id', request.id)
  if (error.retryAfterSeconds !== undefined) reply.header('retry-after', error.retryAfterSeconds)
  const body: ErrorBody = {
    code: error.code,
    message: error.message,
    requestId: request.id,
    ...(error.fields && { fields: error.fields }),
    ...(error.reason && { reason: error.reason }),
    ...(error.stale && { stale: error.stale }),
  }
  return reply.status(error.status).type('application/json; charset=utf-8').send(body)
}

function toAppError(error: FastifyError): AppError {
  if (error instanceof AppError) return error
  if (error instanceof HashQueueFull) return BUSY
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error)
  if (
    isSealedByRetiredKey(error) ||
    NOT_NOW.test(error.code ?? '') ||
    NETWORK.has(error.code) ||
    NO_CONNECTION.test(error.message)
  ) {
    return BUSY
  }
  const known = FRAMEWORK[error.code]
  if (known) return new AppError(known.code, known.message, { cause: error })
  if (error.statusCode === 429) {
    return new AppError('too_many', 'Too many requests. Try again in a minute.', {
      retryAfterSeconds: 60,
      cause: error,
    })
  }
  if (error.statusCode === 503) return BUSY
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new AppError('invalid', 'The request could not be read.', { cause: error })
  }
  return new AppError('internal', 'Something went wrong on the server. Nothing was changed.', {
    cause: error,
  })
}

/** A value was sealed just before its key was retired: nothing was stored, and another try uses the new key. */
function isSealedByRetiredKey(error: FastifyError): boolean {
  const { constraint } = error as { constraint?: unknown }
  return error.code === '23503' && String(constraint).endsWith('_key_id_fkey')
}

const FRAMEWORK: Record<string, { code: ErrorCode; message: string }> = {
  '22021': { code: 'invalid', message: 'The text holds a character that cannot be stored.' },
  // The same of text inside JSON.
  '22P05': { code: 'invalid', message: 'The text holds a character that cannot be stored.' },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'too_large', message: 'This is larger than allowed.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported', message: 'Send JSON to this address.' },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid', message: 'The body is not valid JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: { code: 'invalid', message: 'The body is empty.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid',
    message: 'The body has not the length that its header says.',
  },
}

/** Each wrong field with its sentence; the first sentence is the message of the whole. */
function invalidRequest(error: FastifyError): AppError {
  const fields: Record<string, string> = {}
  for (const { instancePath, message } of error.validation ?? []) {
    const field = instancePath.split('/').filter(Boolean).join('.') || 'body'
    fields[field] ??= message ?? 'This is not right.'
  }
  const [first] = Object.values(fields)
  return new AppError('invalid', first ?? 'The request is not right.', { fields })
}
