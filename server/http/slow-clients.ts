import { randomUUID } from 'node:crypto'
import { STATUS_CODES, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { ErrorBody, ErrorCode } from '../../contract/errors.ts'
import type { Config } from '../config.ts'

/** How often connections that take too long are looked for, in milliseconds. */
const POLL_MS = 1000

/** How long a request may take to come in, as Fastify's options. */
export function patienceWith({
  HEADERS_SECONDS,
  REQUEST_SECONDS,
}: Pick<Config, 'HEADERS_SECONDS' | 'REQUEST_SECONDS'>) {
  return {
    http: { headersTimeout: HEADERS_SECONDS * 1000, connectionsCheckingInterval: POLL_MS },
    requestTimeout: REQUEST_SECONDS * 1000,
    clientErrorHandler: refuseConnection,
  }
}

/** An answer that nobody reads holds its place among the waiting, its file, and its connection to the database. */
export function cutOffReaders(app: FastifyInstance, seconds: number): void {
  // From the answer's first byte on: Node takes the limit back when the last one is out.
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.raw.setTimeout(seconds * 1000, cutOff)
    done(null, payload)
  })
}

function cutOff(this: ServerResponse): void {
  this.destroy()
}

type Refusal = { status: number; code: ErrorCode; message: string }
const UNREADABLE: Refusal = {
  status: 400,
  code: 'invalid',
  message: 'This is no request that can be read.',
}
const REFUSALS: Record<string, Refusal> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: 408,
    code: 'timeout',
    message: 'The request did not come in in time.',
  },
  HPE_HEADER_OVERFLOW: {
    status: 431,
    code: 'too_large',
    message: 'The address or the headers are longer than allowed.',
  },
}

/** Says what is wrong with a request that never became one, and closes its connection. */
function refuseConnection({ code = '' }: { code?: string }, socket: Socket): void {
  // Behind an answer that has begun it would be taken for a part of it.
  if (!socket.writable || socket.bytesWritten > 0) return void socket.destroy()
  // A client cut off while still sending never reads the answer.
  socket.end(written(REFUSALS[code] ?? UNREADABLE))
  setTimeout(() => socket.destroy(), POLL_MS).unref()
}

function written({ status, code, message }: Refusal): string {
  const requestId = randomUUID()
  const body = JSON.stringify({ code, message, requestId } satisfies ErrorBody)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    'x-content-type-options: nosniff',
    'connection: close',
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}
