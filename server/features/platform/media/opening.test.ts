import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import * as contract from '../../../../contract/platform/media.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { ALL } from '../../../test/trust.ts'
import {
  lockedPdf,
  packedZeros,
  pngOf,
  textPdf,
  unpackingPdf,
} from '../../people/kyc-documents/test-files.ts'
import { fileAt, film, photo, upload } from './test-support.ts'
import { brokenWebm, filmWith, retyped, soundOnly, stampedFilm } from './test-films.ts'

// A busy server asks to try again, and the tests do.
vi.setConfig({ testTimeout: 180_000 })

let server: TestServer
let token: string
let good: Buffer

beforeAll(async () => {
  server = await testServer()
  token = (await server.staff('marketing')).token
  good = await film()
})
afterAll(() => server.stop())

const PLACE = 'GPS-28.6139-77.2090'

test('a picture is kept in the widths that it has, upright, without its place or camera', async () => {
  const file = await photo(1500, 900)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Make: PLACE }, IFD3: { GPSLatitudeRef: 'N' } })
    .jpeg()
    .toBuffer()
  expect(file.includes(PLACE)).toBe(true)
  const { status, body } = await upload(server, token, file)
  expect(status, body.message).toBe(200)
  // Turned a quarter: 900 wide now, which is none of the widths and its largest.
  expect(body).toMatchObject({ kind: 'image', width: 900, height: 1500, pages: 1, uses: 0 })
  expect(body.pictures.map(({ width }) => width)).toEqual([320, 720, 900])
  let bytes = 0
  for (const { url, width, height } of body.pictures) {
    const shown = await fileAt(server, url)
    bytes += shown.bytes.length
    const told = await sharp(shown.bytes).metadata()
    expect(told).toMatchObject({ format: 'webp', width, height })
    expect([told.exif, told.xmp, told.iptc, told.icc]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(shown.bytes.includes('GPS')).toBe(false)
  }
  expect(body.bytes).toBe(bytes)
})

test('a small picture is never enlarged; what it lets through is white', async () => {
  const file = await sharp({
    create: { width: 100, height: 40, channels: 4, background: '#ff000000' },
  })
    .png()
    .toBuffer()
  const { body } = await upload(server, token, file, { type: 'image/png' })
  expect(body.pictures).toMatchObject([{ width: 100, height: 40 }])
  const shown = await fileAt(server, body.pictures[0]?.url)
  const { channels } = await sharp(shown.bytes).stats()
  expect(channels.map(({ min }) => min >= 250)).toEqual([true, true, true])
})

test('a catalogue becomes pictures of its pages, forty at most', async () => {
  const pages = (count: number) =>
    Array.from({ length: count }, (_, index) => [`Page ${index + 1}`])
  const pdf = { type: 'application/pdf' }
  // Each page takes a while to draw.
  const count = ALL ? 40 : 4
  const { status, body } = await upload(server, token, textPdf(pages(count)), pdf)
  expect(status, body.message).toBe(200)
  expect(body).toMatchObject({ kind: 'document', pages: count, videoUrl: null })
  expect(body.pagePictures).toHaveLength(count)
  expect(body.pictures).toEqual(body.pagePictures[0])
  const last = body.pagePictures.at(-1)?.at(-1)
  const shown = await fileAt(server, last?.url)
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: last?.width, format: 'webp' })
  const more = await upload(server, token, textPdf(pages(41)), pdf)
  expect(more.body.message).toBe('This PDF has 41 pages; at most 40 are taken.')
})

test('a film is rebuilt: its pictures are the same, its place and names are gone', async () => {
  const file = await stampedFilm(good, PLACE)
  expect(file.includes(PLACE)).toBe(true)
  const { status, body } = await upload(server, token, file, { type: 'video/quicktime' })
  expect(status, body.message).toBe(200)
  expect(body).toMatchObject({ kind: 'video', width: 128, height: 64, durationMs: 2000 })
  expect(body).toMatchObject({ videoType: 'video/mp4', pictures: [], pagePictures: [] })
  const { bytes } = await fileAt(server, body.videoUrl ?? '')
  expect(bytes.includes(PLACE)).toBe(false)
  expect(body.bytes).toBe(bytes.length)
  // Its index stands before its pictures, so that it plays before all of it is there.
  expect(bytes.indexOf('moov')).toBeLessThan(bytes.indexOf('mdat'))
  expect(await filmWith(bytes)).toEqual(await filmWith(good))
})

test('nothing of an opening stays behind in the folder for passing files', async () => {
  const passing = await mkdtemp(path.join(tmpdir(), 'hil-passing-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = passing
  try {
    const watch = vi.waitUntil(async () => (await readdir(passing)).length > 0, { timeout: 30_000 })
    await upload(server, token, good, { type: 'video/mp4' })
    await watch
    await upload(server, token, html, { type: 'video/mp4' })
    expect(await readdir(passing)).toEqual([])
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    await rm(passing, { recursive: true, force: true })
  }
})

const html = Buffer.from('<html><script>alert(1)</script></html>')
const hostile: [string, string, () => Buffer | Promise<Buffer>, RegExp][] = [
  ['HTML called MP4', 'video/mp4', () => html, /says it is a MP4 video, but it is not/],
  ['HTML called JPEG', 'image/jpeg', () => html, /but it is not/],
  [
    'a PNG called JPEG',
    'image/jpeg',
    () => photo(50, 50).png().toBuffer(),
    /but it is a PNG picture/,
  ],
  ['a film called picture', 'image/png', () => good, /but it is a MP4 video/],
  [
    'a picture called film',
    'video/webm',
    () => photo(50, 50).jpeg().toBuffer(),
    /but it is a JPEG/,
  ],
  [
    'a film cut off',
    'video/mp4',
    () => good.subarray(0, good.length - 100),
    /damaged or not whole/,
  ],
  [
    'a film without its index',
    'video/mp4',
    () => retyped(good, 'moov', 'free'),
    /damaged or not whole/,
  ],
  [
    'a film with HTML behind it',
    'video/mp4',
    () => Buffer.concat([good, html]),
    /damaged or not whole/,
  ],
  ['a film of noise', 'video/mp4', () => noisy(good), /damaged or not whole|no picture/],
  ['a WebM cut off', 'video/webm', brokenWebm, /damaged or not whole/],
  ['sound alone', 'video/mp4', soundOnly, /has no picture/],
  [
    'a film in HEVC',
    'video/mp4',
    () => retyped(retyped(good, 'avc1', 'hvc1'), 'avcC', 'hvcC'),
    /HEVC|damaged/,
  ],
  [
    'a film of six minutes',
    'video/mp4',
    () => film({ frames: 3600, width: 64 }),
    /longer than 5 minutes/,
  ],
  ['a film of 16 by 64', 'video/mp4', () => film({ width: 16 }), /16 × 64/],
  [
    '60,000 pixels a side',
    'image/png',
    () => pngOf({ width: 60_000, height: 60_000 }, Buffer.alloc(9)),
    /60000 × 60000/,
  ],
  [
    'a bomb of 320 MB',
    'image/png',
    async () =>
      pngOf(
        { width: 11_999, height: 3_333, colour: 6, depth: 16, laced: true },
        await packedZeros(320 << 20),
      ),
    /opened all at once/,
  ],
  ['a locked PDF', 'application/pdf', lockedPdf, /locked with a password/],
  [
    'a PDF that unpacks to 256 MB',
    'application/pdf',
    unpackingPdf,
    /cannot be read|too long|too much memory/,
  ],
]

function noisy(file: Buffer): Buffer {
  const copy = Buffer.from(file)
  copy.fill(0xa5, copy.indexOf('mdat') + 4, copy.indexOf('mdat') + 400)
  return copy
}

test.each(hostile)(
  '%s is refused in words, and nothing of it is kept',
  async (_, type, make, words) => {
    const before = await server.db.selectFrom('media').select('media_id').execute()
    const { status, body } = await upload(server, token, await make(), { type })
    expect(body.message).toMatch(words)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
    const waiting = await server.db
      .selectFrom('media_upload')
      .select('upload_id')
      .where('finished_at', 'is', null)
      .execute()
    expect(waiting).toEqual([])
    const folder = await readdir(server.context.config.MEDIA_DIR)
    expect(folder.filter((name) => name.endsWith('.piece'))).toEqual([])
    const known = await server.db.selectFrom('media').select(['media_id', 'files']).execute()
    expect(known).toHaveLength(before.length)
    const named = JSON.stringify(known)
    expect(folder.filter((name) => !name.endsWith('.piece') && !named.includes(name))).toEqual([])
  },
)

test('a picture put before a film is opened like any other; only films have one', async () => {
  const { body: video } = await upload(server, token, good, { type: 'video/mp4' })
  const put = async (mediaId: number, file: Buffer, type: string) => {
    const address = contract.setVideoPoster.path.replace(':mediaId', String(mediaId))
    const answer = await fetch(`${server.url}${address}`, {
      method: 'PUT',
      headers: { authorization: token, 'content-type': type },
      body: new Uint8Array(file),
    })
    return { status: answer.status, body: await answer.json() }
  }
  const frame = await photo(800, 400).jpeg().toBuffer()
  const { status, body } = await put(video.mediaId, frame, 'image/jpeg')
  expect(status, body.message).toBe(200)
  expect(body.pictures).toMatchObject([{ width: 320 }, { width: 720 }, { width: 800 }])
  expect(body).toMatchObject({ width: 128, videoUrl: video.videoUrl, durationMs: 2000 })
  expect(body.bytes).toBeGreaterThan(video.bytes)
  expect((await fileAt(server, body.pictures[2].url)).status).toBe(200)
  expect((await put(video.mediaId, html, 'image/jpeg')).status).toBe(415)
  const { body: image } = await upload(server, token, frame)
  expect((await put(image.mediaId, frame, 'image/jpeg')).body.message).toMatch(/Only a video/)
})
