import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '../../../../contract/platform/media.ts'
import { PIECE_BYTES } from '../../../../contract/platform/media.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { startServer } from '../../../server.ts'
import { makeLog } from '../../../log.ts'
import { begin, claimOf, finish, photo, pieceOf, sendPiece, upload } from './test-support.ts'
import { mediaStore, sweepMedia } from './media-files.service.ts'

vi.setConfig({ testTimeout: 60_000 })
const DAY_MS = 86_400_000
const MB = 1024 * 1024

let server: TestServer
let token: string
/** A picture of three pieces. */
let large: Buffer

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('marketing')).token
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  large = await sharp({
    create: { width: 1100, height: 900, channels: 3, background: '#888', noise },
  })
    .png()
    .toBuffer()
})
afterAll(() => server.stop())

const png = (file: Buffer, changed: object = {}) =>
  claimOf(file, { type: 'image/png', name: 'noise.png', ...changed })
const drop = (uploadId: string, who = token) =>
  server.call(contract.dropMediaUpload, { token: who, params: { uploadId } })
const state = async (uploadId: string, who = token) => {
  const { status, body } = await server.call(contract.getMediaUpload, {
    token: who,
    params: { uploadId },
  })
  return { status, body }
}
const folder = () => readdir(server.context.config.MEDIA_DIR).catch(() => [])

test.each([
  [{ type: 'image/gif' }, 'type', /This kind of file is not taken. Upload a JPEG, PNG or WebP/],
  [{ type: 'constructor' }, 'type', /not taken/],
  [
    { type: 'image/png', bytes: 20 * MB + 1 },
    'bytes',
    /A picture may have at most 20 MB; this file has 21 MB/,
  ],
  [{ type: 'video/mp4', bytes: 201 * MB }, 'bytes', /A video may have at most 200 MB/],
  [{ type: 'application/pdf', bytes: 31 * MB }, 'bytes', /A PDF may have at most 30 MB/],
  [{ bytes: 0 }, 'bytes', /The file is empty/],
  [{ fingerprint: 'x' }, 'fingerprint', /64 hexadecimal digits/],
])('a beginning with %j is refused at its field', async (changed, field, words) => {
  const { status, body } = await begin(server, token, png(large, changed))
  expect(status).toBe(400)
  expect(body.fields?.[field]).toMatch(words)
})

test('pieces come in order, repeat without harm, and have their length', async () => {
  const { body } = await begin(server, token, png(large))
  expect(body).toMatchObject({ bytes: large.length, received: 0, pieceBytes: PIECE_BYTES })
  expect(Math.ceil(large.length / PIECE_BYTES)).toBe(3)
  const { uploadId } = body
  const send = (number: number, bytes = pieceOf(large, number)) =>
    sendPiece(server, token, { uploadId, number, bytes })
  const gap = await send(1)
  expect(gap.status).toBe(409)
  expect(gap.body.message).toMatch(/0 is the next, 0 of \d+ bytes are here/)
  expect((await send(0, large.subarray(0, 5))).body.message).toMatch(
    /has 1048576 bytes, and 5 came/,
  )
  expect((await send(0)).body.received).toBe(PIECE_BYTES)
  expect((await send(1)).body.received).toBe(2 * PIECE_BYTES)
  // Again, and with other bytes: what is here stays.
  expect((await send(0, Buffer.alloc(PIECE_BYTES))).body.received).toBe(2 * PIECE_BYTES)
  expect((await send(3)).status).toBe(400)
  const early = await finish(server, token, uploadId)
  expect(early.status).toBe(409)
  expect(early.body.message).toMatch(/one piece is not here yet/)
  // Gone on with from the beginning, as after a cut connection.
  const again = await begin(server, token, png(large))
  expect(again.body).toMatchObject({ uploadId, received: 2 * PIECE_BYTES })
  expect((await send(2, pieceOf(large, 2).subarray(1))).status).toBe(400)
  expect((await send(2)).body.received).toBe(large.length)
  const { status, body: item } = await finish(server, token, uploadId, {
    tags: ['Noise', 'noise', 'ब'],
  })
  expect(status, item.message).toBe(200)
  expect(item).toMatchObject({ width: 1100, height: 900, tags: ['noise', 'ब'], title: 'A picture' })
  expect((await folder()).filter((name) => name.endsWith('.piece'))).toEqual([])
  // Sent once more after it was finished, all is answered as it is.
  expect((await send(1)).body.received).toBe(large.length)
  expect((await begin(server, token, png(large))).body.uploadId).not.toBe(uploadId)
})

test('an upload is one person’s: another neither sees, feeds, finishes nor drops it', async () => {
  const other = (await server.staff('admin')).token
  const { body } = await begin(server, token, png(large))
  const { uploadId } = body
  expect((await begin(server, other, png(large))).body.uploadId).not.toBe(uploadId)
  expect((await state(uploadId, other)).status).toBe(404)
  expect(
    (await sendPiece(server, other, { uploadId, number: 0, bytes: pieceOf(large, 0) })).status,
  ).toBe(404)
  expect((await finish(server, other, uploadId)).status).toBe(404)
  expect((await drop(uploadId, other)).status).toBe(404)
  expect((await state(uploadId)).status).toBe(200)
})

test('another name, size or type, or a day between, is another upload', async () => {
  const claim = png(large, { name: 'mine.png' })
  const { uploadId } = (await begin(server, token, claim)).body
  expect((await begin(server, token, claim)).body.uploadId).toBe(uploadId)
  for (const changed of [{ name: 'x.png' }, { type: 'image/webp' }, { bytes: 5 }]) {
    const { body } = await begin(server, token, { ...claim, ...changed })
    expect(body.uploadId).not.toBe(uploadId)
  }
  await older(uploadId)
  expect((await begin(server, token, claim)).body.uploadId).not.toBe(uploadId)
})

const older = (uploadId: string) =>
  server.db
    .updateTable('media_upload')
    .set({ begun_at: new Date(Date.now() - DAY_MS - 1000) })
    .where('upload_id', '=', uploadId)
    .execute()

test('a dropped upload is gone with its pieces, and is no place for new ones', async () => {
  const { uploadId } = (await begin(server, token, png(large, { name: 'dropped.png' }))).body
  await sendPiece(server, token, { uploadId, number: 0, bytes: pieceOf(large, 0) })
  expect(await folder()).toContain(`${uploadId}-0.piece`)
  expect((await drop(uploadId)).status).toBe(200)
  expect(await folder()).not.toContain(`${uploadId}-0.piece`)
  expect((await drop(uploadId)).status).toBe(404)
  expect(
    (await sendPiece(server, token, { uploadId, number: 1, bytes: pieceOf(large, 1) })).status,
  ).toBe(404)
})

test('the twenty-first unfinished upload of a person is refused, as often as they begin at once', async () => {
  const busy = (await server.staff('marketing')).token
  const many = Array.from({ length: 25 }, (_, index) => png(large, { name: `${index}.png` }))
  const begun = await Promise.all(many.map((claim) => begin(server, busy, claim)))
  expect(begun.filter(({ status }) => status === 200)).toHaveLength(20)
  const refused = begun.find(({ status }) => status !== 200)
  expect(refused?.status).toBe(409)
  expect(refused?.body.message).toMatch(/20 uploads of yours are not finished/)
  // The same file at once is one upload.
  const twin = (await server.staff('marketing')).token
  const both = await Promise.all([1, 2, 3].map(() => begin(server, twin, png(large))))
  expect(new Set(both.map(({ body }) => body.uploadId)).size).toBe(1)
})

test('two processes share an upload, and of two who finish at once both get the one item', async () => {
  const { context } = server
  const config = { ...context.config, PORT: 0, ROLE: 'web' as const }
  const second = await startServer(config, context.connection, { log: makeLog(config) })
  try {
    const there = { ...server, url: second.origin }
    const { uploadId } = (await begin(server, token, png(large, { name: 'two.png' }))).body
    for (const number of [0, 1, 2]) {
      const at = number % 2 === 0 ? server : there
      const both = [at, number === 1 ? server : at]
      await Promise.all(
        both.map((one) =>
          sendPiece(one, token, { uploadId, number, bytes: pieceOf(large, number) }),
        ),
      )
    }
    const before = new Set(await folder())
    const answers = await Promise.all([
      finish(server, token, uploadId, { title: 'First' }),
      finishAt(second.origin, uploadId),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[0]?.body.mediaId).toBe(answers[1]?.body.mediaId)
    const made = (await folder()).filter((name) => !before.has(name))
    const item = answers[0]?.body
    expect(made).toHaveLength(item?.pictures.length ?? 0)
    const again = await finish(server, token, uploadId, { title: 'Third' })
    expect(again.body).toEqual(item)
    const rows = await server.db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', String(item?.mediaId))
      .where('subject', '=', 'media')
      .execute()
    expect(rows).toEqual([{ action: 'media.upload' }])
  } finally {
    await second.stop()
  }
})

/** Asked of another process; what is refused because it was finished there meanwhile is asked again. */
async function finishAt(url: string, uploadId: string) {
  const answer = await fetch(`${url}/api/admin/media-uploads/${uploadId}/finish`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Second' }),
  })
  return { status: answer.status, body: await answer.json() }
}

test('the sweep gives up what is a day old, and removes files that nothing knows', async () => {
  const { body: kept } = await upload(server, token, await photo(400, 300).jpeg().toBuffer())
  const { uploadId: old } = (await begin(server, token, png(large, { name: 'old.png' }))).body
  const { uploadId: young } = (await begin(server, token, png(large, { name: 'young.png' }))).body
  for (const uploadId of [old, young])
    await sendPiece(server, token, { uploadId, number: 0, bytes: pieceOf(large, 0) })
  await older(old)
  const store = mediaStore(server.context)
  // What crashes left: pictures without a row, a piece without an upload, half of a file.
  const strays = [
    `${'a'.repeat(32)}-1-320.webp`,
    `${'b'.repeat(32)}.mp4`,
    `${crypto.randomUUID()}-4.piece`,
  ]
  for (const name of strays) await store.write(name, Buffer.from('x'))
  const before = await folder()
  await sweepMedia(server.context)
  // Files younger than a day may be of somebody at work.
  expect((await folder()).toSorted()).toEqual(
    before.filter((name) => !name.startsWith(old)).toSorted(),
  )
  expect((await state(old)).status).toBe(404)
  await sweepMedia({ ...server.context, now: () => new Date(Date.now() + DAY_MS + 60_000) })
  const after = await folder()
  for (const name of strays) expect(after).not.toContain(name)
  expect((await state(young)).status).toBe(404)
  expect(after.filter((name) => name.endsWith('.piece'))).toEqual([])
  for (const { url } of kept.pictures) expect(after).toContain(url.split('/').at(-1))
})

test('the sweep removes the folder of an opening that a crash cut off, and no other', async () => {
  const passing = await mkdtemp(path.join(tmpdir(), 'hil-passing-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = passing
  try {
    for (const name of ['hil-media-old', 'hil-media-young', 'another-old'])
      await mkdir(path.join(passing, name))
    const old = new Date(Date.now() - DAY_MS - 1000)
    for (const name of ['hil-media-old', 'another-old'])
      await utimes(path.join(passing, name), old, old)
    await sweepMedia(server.context)
    expect((await readdir(passing)).toSorted()).toEqual(['another-old', 'hil-media-young'])
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(passing, { recursive: true, force: true })
  }
})

test('what was uploaded and deleted is told so', async () => {
  const { body, uploadId } = await upload(server, token, await photo(60, 60).jpeg().toBuffer())
  await server.call(contract.deleteMedia, { token, params: { mediaId: body.mediaId } })
  const again = await finish(server, token, uploadId)
  expect(again.status).toBe(404)
  expect(again.body.message).toBe('What was uploaded is deleted already.')
})
