import type { IncomingMessage } from 'node:http'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../contract/endpoint.ts'
import { AppError } from '../lib/app-error.ts'

/** A file that came in: its bytes, and the media type it claims. */
export type UploadedFile = { bytes: Buffer; type: string }

/** What a handler finds whose endpoint takes no file. */
export const NO_FILE: UploadedFile = { bytes: Buffer.alloc(0), type: '' }

/** Files that are on their way in or at work, all uploads together: more wait outside. */
const MOST_BYTES_HELD = 96 * 1024 * 1024
let held = 0

/**
 * Makes a scope that reads exactly these media types, as bytes, and says in words what else it got.
 * Its routes know no other parser, so nothing is taken for JSON or a form.
 */
export function acceptUploads(scope: FastifyInstance, { types, maxBytes }: Upload): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...types],
    { parseAs: 'buffer', bodyLimit: maxBytes },
    (_request, body, done) => done(null, body),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) => done(wrongType(types)))
  scope.setErrorHandler(async (error: FastifyError, request) => {
    await letItEnd(request.raw, maxBytes)
    throw error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' ? tooLarge(maxBytes, error) : error
  })
}

/** Of a refused body so many times its limit is read and thrown away, for so long. */
const MOST_DRAINED = 4
const DRAIN_MS = 10_000

/**
 * Who is cut off while he still sends never reads the answer; so what is on its way comes in first,
 * unless it says that it is more than is waited for.
 */
export function letItEnd(incoming: IncomingMessage, limit: number): Promise<void> {
  const most = MOST_DRAINED * limit
  const told = Number(incoming.headers['content-length'] ?? 0)
  if (incoming.readableEnded || incoming.destroyed || told > most) return Promise.resolve()
  return new Promise((resolve) => {
    let bytes = 0
    const timer = setTimeout(resolve, DRAIN_MS)
    incoming
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > most) resolve()
      })
      .once('end', resolve)
      .once('close', resolve)
      .once('close', () => clearTimeout(timer))
      .resume()
  })
}

/** Lets a file in when there is room for it, by the length it tells; room is free again when it is answered. */
export function admitUpload(
  request: FastifyRequest,
  reply: FastifyReply,
  { maxBytes }: Upload,
): void {
  const told = Number(request.headers['content-length'])
  const bytes = Number.isFinite(told) ? Math.min(told, maxBytes) : maxBytes
  if (held + bytes > MOST_BYTES_HELD) {
    throw new AppError('unavailable', 'Many files are on their way. Try again in a few seconds.', {
      retryAfterSeconds: 5,
    })
  }
  held += bytes
  reply.raw.once('close', () => {
    held -= bytes
  })
}

/** The file of a request whose scope accepts uploads. */
export function uploadedFile(request: FastifyRequest): UploadedFile {
  const { body } = request
  if (!Buffer.isBuffer(body) || body.length === 0) {
    throw new AppError('invalid', 'The file is empty.')
  }
  const [type = ''] = (request.headers['content-type'] ?? '').split(';')
  return { bytes: body, type: type.trim().toLowerCase() }
}

function wrongType(types: readonly string[]): AppError {
  const names = types.map((type) => type.replace(/^.*\//, '').toUpperCase())
  return new AppError('unsupported', `Send a file of one of these kinds: ${names.join(', ')}.`)
}

function tooLarge(maxBytes: number, cause: Error): AppError {
  const most = Math.floor(maxBytes / 1024 / 1024)
  return new AppError('too_large', `This file is larger than ${most} MB.`, { cause })
}
