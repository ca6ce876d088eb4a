import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Upload } from '../../contract/endpoint.ts'
import { AppError } from '../lib/app-error.ts'
import { Shares } from './shares.ts'
import { accountOf } from './waiting.ts'

/** A file that came in: its bytes, and the media type it claims. */
export type UploadedFile = { bytes: Buffer; type: string }

/** What a handler finds whose endpoint takes no file. */
export const NO_FILE: UploadedFile = { bytes: Buffer.alloc(0), type: '' }

const MB = 1024 * 1024
/** Files on their way in or at work, all together and of one account: more wait outside. */
const arrived = new Shares({ most: 96 * MB, mostOfOne: 40 * MB })
type Room = { account: string; bytes: number }
const rooms = new WeakMap<FastifyRequest, Room>()

/**
 * Makes a scope that reads exactly these media types, as bytes, and says in words what else it got.
 * Its routes know no other parser, so nothing is taken for JSON or a form.
 */
export function acceptUploads(scope: FastifyInstance, { types, maxBytes }: Upload): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    [...types],
    { bodyLimit: maxBytes },
    (request: FastifyRequest, body: Readable) => collect(request, body, maxBytes),
  )
  scope.addContentTypeParser('*', (_request, _payload, done) => done(wrongType(types)))
  scope.setErrorHandler(async (error, request) => {
    await letItEnd(request.raw, maxBytes)
    throw error
  })
}

/** Of a refused body so many times its limit is read and thrown away, for so long. */
const MOST_DRAINED = 4
const DRAIN_MS = 10_000

/**
 * A client cut off while still sending never reads the answer; so what is on its way comes in
 * first, unless it says that it is more than is waited for.
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

/** Opens the account of an upload; what arrives of it is free again when the request is answered. */
export function admitUpload(request: FastifyRequest, reply: FastifyReply): void {
  const room: Room = { account: accountOf(request) ?? request.ip, bytes: 0 }
  rooms.set(request, room)
  reply.raw.once('close', () => {
    arrived.giveBack(room.account, room.bytes)
    rooms.delete(request)
  })
}

/** The bytes of a file. Only what has arrived takes room, not what was promised. */
async function collect(request: FastifyRequest, body: Readable, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge(limit)
  const pieces: Buffer[] = []
  let bytes = 0
  // The rest of a refused file is still read: see letItEnd.
  const incoming: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
  for await (const piece of incoming) {
    bytes += piece.length
    if (bytes > limit) throw tooLarge(limit)
    takeRoom(request, piece.length)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function takeRoom(request: FastifyRequest, bytes: number): void {
  const room = rooms.get(request)
  // The connection is gone, and its room was given back.
  if (!room) throw new AppError('timeout', 'The file did not come in whole.')
  const refused = arrived.take(room.account, bytes)
  if (refused) {
    const whose = refused === 'own' ? 'Many files of this account' : 'Many files'
    throw new AppError('unavailable', `${whose} are on their way. Try again in a few seconds.`, {
      retryAfterSeconds: 5,
    })
  }
  room.bytes += bytes
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

function tooLarge(maxBytes: number): AppError {
  return new AppError('too_large', `This file is larger than ${Math.floor(maxBytes / MB)} MB.`)
}
