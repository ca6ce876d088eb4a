import { createHash, randomBytes } from 'node:crypto'
import sharp from 'sharp'
import * as contract from '../../../../contract/platform/media.ts'
import {
  PIECE_BYTES,
  type MediaDetail,
  type MediaUpload,
} from '../../../../contract/platform/media.ts'
import { slidesVideo } from '../../../demo/slides-video.ts'
import { patiently } from '../../../test/patiently.ts'
import type { TestServer } from '../../../test/server.ts'

type At = Pick<TestServer, 'url' | 'call'>
/** What a test expects of a body it says itself. */
export type Body<T> = T & { message: string; fields?: Record<string, string> }

export const photo = (width = 1500, height = 900, background = '#c03030') =>
  sharp({ create: { width, height, channels: 3, background } })

export const claimOf = (file: Buffer, claimed: object = {}) => ({
  name: 'a file',
  type: 'image/jpeg',
  bytes: file.length,
  fingerprint: createHash('sha256')
    .update(file.subarray(0, PIECE_BYTES))
    .update(String(file.length))
    .digest('hex'),
  ...claimed,
})

export async function begin(server: At, token: string, claimed: object) {
  const { status, body } = await server.call(contract.beginMediaUpload, { token, body: claimed })
  return { status, body: body as Body<MediaUpload> }
}

/** One piece of a file under its number, or whatever bytes are given instead. */
export async function sendPiece(
  { url }: At,
  token: string,
  {
    uploadId,
    number,
    bytes,
    type = 'application/octet-stream',
  }: { uploadId: string; number: number; bytes: Buffer; type?: string },
) {
  const answer = await fetch(`${url}/api/admin/media-uploads/${uploadId}/pieces/${number}`, {
    method: 'PUT',
    headers: { authorization: token, 'content-type': type },
    body: new Uint8Array(bytes),
  })
  return { status: answer.status, body: (await answer.json()) as Body<MediaUpload> }
}

export const pieceOf = (file: Buffer, number: number) =>
  file.subarray(number * PIECE_BYTES, (number + 1) * PIECE_BYTES)

export async function sendAll(server: At, token: string, uploadId: string, file: Buffer) {
  for (let number = 0; number * PIECE_BYTES < file.length; number++) {
    const { status, body } = await sendPiece(server, token, {
      uploadId,
      number,
      bytes: pieceOf(file, number),
    })
    if (status !== 200) throw new Error(body.message)
  }
}

export async function finish(server: At, token: string, uploadId: string, body: object = {}) {
  const sent = { token, params: { uploadId }, body: { title: 'A picture', ...body } }
  const answer = await patiently(() => server.call(contract.finishMediaUpload, sent))
  return { status: answer.status, body: answer.body as Body<MediaDetail> }
}

type About = { type?: string; name?: string; title?: string; tags?: string[]; replaces?: number }

/** A file the whole way into the gallery. */
export async function upload(
  server: At,
  token: string,
  file: Buffer,
  { type = 'image/jpeg', name = `file ${randomBytes(4).toString('hex')}`, ...about }: About = {},
) {
  const begun = await begin(server, token, claimOf(file, { type, name }))
  if (begun.status !== 200)
    return { status: begun.status, body: begun.body as unknown as Body<MediaDetail>, uploadId: '' }
  const { uploadId } = begun.body
  await sendAll(server, token, uploadId, file)
  return { ...(await finish(server, token, uploadId, about)), uploadId }
}

/** A film of plain colours: so many frames, ten a second. */
export async function film({
  width = 128,
  height = 64,
  frames = 20,
  colours = ['#a03020', '#206030'],
} = {}) {
  const slides = await Promise.all(
    colours.map(async (background) => ({
      data: await sharp({ create: { width, height, channels: 3, background } })
        .raw()
        .toBuffer(),
      width,
      height,
    })),
  )
  const framesEach = frames / colours.length
  return slidesVideo(slides, { framesPerSecond: 10, framesEach, framesToWipe: 4 })
}

/** What the server has at an address of the gallery. */
export async function fileAt(server: At, url = '', headers: Record<string, string> = {}) {
  const answer = await patiently(() => fetch(`${server.url}${url}`, { headers }))
  const bytes = Buffer.from(await answer.arrayBuffer())
  return { status: answer.status, headers: answer.headers, bytes }
}
