import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  DOCUMENT_MAX_BYTES,
  uploadKycDocument,
} from '../../../../contract/people/kyc-submission.ts'
import { databaseUrl } from '../../../test/harness.ts'
import { memoryOf, sum, watchMemory, type MemoryWatch } from '../../../test/process-figures.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import {
  laughingPdf,
  lockedPdf,
  packedZeros,
  pngOf,
  swellingChunk,
  textPdf,
  unpackingPdf,
  zipBomb,
} from './test-files.ts'
import { newMember, upload } from './test-support.ts'

const MOST_MS = 5_000
const MOST_MB = 150

// A busy server asks to try again, and the tests do.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 120_000 })

let tests: TestServer
/** The server that is attacked is a process of its own: its memory is not mixed with ours. */
let victim: ChildProcess
let server: { url: string }
let photo: Buffer
let memory: MemoryWatch

beforeAll(async () => {
  tests = await testServer()
  victim = spawn(process.execPath, [path.join(import.meta.dirname, '../../../main.ts')], {
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ROLE: 'web',
      DATA_DIR: tests.context.config.DATA_DIR,
      DATABASE_URL: databaseUrl(tests.context.connection),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  server = { url: await addressOf(victim) }
  photo = await sharp({
    create: {
      width: 1600,
      height: 1200,
      channels: 3,
      background: '#889',
      noise: { type: 'gaussian', mean: 120, sigma: 20 },
    },
  })
    .jpeg()
    .toBuffer()
  // What a server needs that has taken some good files, with the reader awake: it grows with its first
  // ones, whatever they are.
  const { token } = await newMember(tests)
  // Reading noise for words takes a second each.
  const plain = await sharp(photo).blur(80).jpeg().toBuffer()
  for (let taken = 0; taken < 12 || (taken < 20 && !isReaderAwake()); taken++) {
    await upload(server, token, taken < 3 ? photo : plain)
  }
  memory = watchMemory(victim.pid ?? 0)
})
afterAll(async () => {
  memory?.stop()
  victim.kill()
  await once(victim, 'close')
  await tests.stop()
})

function addressOf(child: ChildProcess): Promise<string> {
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (piece: Buffer) => {
      said += piece.toString()
      const [, url] = /is ready at (\S+)/.exec(said) ?? []
      if (url) resolve(url)
    })
    child.on('close', () => reject(new Error(`The server ended: ${said}`)))
  })
}

const isReaderAwake = () =>
  memoryOf(victim.pid ?? 0)
    .slice(1)
    .some((helper) => helper > 80)

const zeros = (bytes: number) => deflateSync(Buffer.alloc(bytes))
const html = '<html><script>alert(1)</script></html>'
const hostile: [name: string, type: string, file: () => Buffer | Promise<Buffer>, words: RegExp][] =
  [
    [
      'a text called PNG',
      'image/png',
      () => Buffer.from('hello, world'),
      /is a PNG picture, but it is not/,
    ],
    ['a JPEG called PNG', 'image/png', () => photo, /is a PNG picture, but it is a JPEG picture/],
    ['a picture called PDF', 'application/pdf', () => photo, /is a PDF, but it is a JPEG/],
    ['nothing', 'image/jpeg', () => Buffer.alloc(0), /The file is empty/],
    [
      'a GIF',
      'image/gif',
      () => Buffer.from('GIF89a'),
      /Send a file of one of these kinds: JPEG, PNG, WEBP, PDF/,
    ],
    [
      'a GIF called WebP',
      'image/webp',
      () => Buffer.from('GIF89a\x01\0\x01\0\0\0\0;'),
      /is a WebP picture, but it is not/,
    ],
    ['an SVG', 'image/svg+xml', () => Buffer.from('<svg/>'), /Send a file of one of these kinds/],
    [
      'an SVG called PNG',
      'image/png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      /but it is not/,
    ],
    [
      'a form',
      'multipart/form-data; boundary=x',
      () => Buffer.from('--x--'),
      /Send a file of one of these kinds/,
    ],
    ['JSON', 'application/json', () => Buffer.from('{}'), /Send a file of one of these kinds/],
    ['a file of no type', '', () => photo, /Send a file of one of these kinds/],
    [
      '60,000 pixels a side',
      'image/png',
      () => pngOf({ width: 60_000, height: 60_000 }, zeros(99)),
      /60000 × 60000 pixels/,
    ],
    [
      '12,001 pixels wide',
      'image/png',
      () => pngOf({ width: 12_001, height: 1 }, zeros(36_004)),
      /12001 × 1 pixels/,
    ],
    [
      '41 million pixels',
      'image/png',
      () => pngOf({ width: 6_450, height: 6_450 }, zeros(99)),
      /6450 × 6450 pixels/,
    ],
    [
      'no pixel at all',
      'image/png',
      () => pngOf({ width: 0, height: 0 }, zeros(99)),
      /cannot be read/,
    ],
    [
      'a bomb of 16 bits, interlaced: 320 MB of pixels in 300 kB',
      'image/png',
      async () =>
        pngOf(
          { width: 11_999, height: 3_333, colour: 6, depth: 16, laced: true },
          await packedZeros(320 << 20),
        ),
      /opened all at once/,
    ],
    [
      'a PNG that says more than it has',
      'image/png',
      () => pngOf({ width: 6_000, height: 6_000 }, zeros(6_000)),
      /cannot be read/,
    ],
    ['a PNG with a wrong sum', 'image/png', wrongSum, /cannot be read/],
    ['a truncated JPEG', 'image/jpeg', () => photo.subarray(0, photo.length / 2), /cannot be read/],
    ['only the first bytes of a JPEG', 'image/jpeg', () => photo.subarray(0, 3), /cannot be read/],
    [
      'a JPEG of noise',
      'image/jpeg',
      // The zero keeps a last byte of 0xff, one in 256 pictures, from making a marker of the noise.
      () => Buffer.concat([photo.subarray(0, 700), Buffer.of(0), Buffer.alloc(5_000, 0xa5)]),
      /cannot be read/,
    ],
    ['a WebP that says 16,383 pixels a side', 'image/webp', hugeWebp, /16383 × 16383 pixels/],
    [
      'HTML before a PDF',
      'application/pdf',
      () => Buffer.concat([Buffer.from(html), textPdf([['x']])]),
      /is a PDF, but it is not/,
    ],
    [
      'a PDF that is HTML',
      'application/pdf',
      () => Buffer.from(`%PDF-1.7\n${html}`),
      /PDF cannot be read/,
    ],
    [
      'a PDF of 500 pages',
      'application/pdf',
      () => textPdf(Array.from({ length: 500 }, () => ['x'])),
      /500 pages; at most 10/,
    ],
    [
      'a PDF of 11 pages',
      'application/pdf',
      () => textPdf(Array.from({ length: 11 }, () => ['x'])),
      /11 pages; at most 10/,
    ],
    ['a PDF of no page', 'application/pdf', () => textPdf([]), /PDF has no page|cannot be read/],
    ['a locked PDF', 'application/pdf', lockedPdf, /locked with a password/],
    [
      'a PDF cut in half',
      'application/pdf',
      () => textPdf([['x']]).subarray(0, 200),
      /cannot be read/,
    ],
    [
      'a PDF that unpacks to 256 MB',
      'application/pdf',
      unpackingPdf,
      /cannot be read|too long|too much memory/,
    ],
    [
      'a PDF that draws itself 10^11 times',
      'application/pdf',
      laughingPdf,
      /cannot be read|too long|too much memory/,
    ],
    ['a zip bomb called PDF', 'application/pdf', zipBomb, /is a PDF, but it is not/],
    ['a zip bomb', 'application/zip', zipBomb, /Send a file of one of these kinds/],
    [
      '11 MB',
      'image/jpeg',
      () => Buffer.concat([photo, Buffer.alloc(11 * 1024 * 1024)]),
      /larger than 10 MB/,
    ],
  ]

function wrongSum(): Buffer {
  const png = pngOf({ width: 10, height: 10 }, zeros(310))
  png.writeUInt8(png.readUInt8(45) ^ 1, 45)
  return png
}

async function hugeWebp(): Promise<Buffer> {
  const webp = await sharp(photo).resize(16).webp().toBuffer()
  const at = webp.indexOf('VP8 ')
  // Width and height of a lossy frame: 14 bits each, after its start code.
  webp.writeUInt16LE(16_383, at + 14)
  webp.writeUInt16LE(16_383, at + 16)
  return webp
}

test.each(hostile)('%s is refused in words within five seconds', async (_, type, make, words) => {
  const file = await make()
  const { token } = await newMember(tests)
  const { status, body, took } = await upload(server, token, file, { type })
  expect(body.message).toMatch(words)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(took).toBeLessThan(MOST_MS)
})

test.each([
  [
    'pixels that unpack to 256 MB behind a small header',
    async () => pngOf({ width: 100, height: 100 }, await packedZeros(1 << 28)),
  ],
  [
    'a text that unpacks to 128 MB',
    async () => pngOf({ width: 100, height: 100 }, zeros(30_100), await swellingChunk()),
  ],
])('of a PNG with %s only its small picture is kept', async (_, make) => {
  const { token } = await newMember(tests)
  const { status } = await upload(server, token, await make(), { type: 'image/png' })
  expect(status).toBe(200)
  const rows = await tests.db.selectFrom('kyc_document').select('sizes').execute()
  expect(rows.at(-1)?.sizes).toEqual([{ width: 100, height: 100 }])
})

test.each([
  ['forty million pixels', { width: 12_000, height: 3_333 }, { width: 2400, height: 667 }],
  [
    'twenty-one million, interlaced',
    { width: 4_600, height: 4_600, laced: true },
    { width: 2400, height: 2400 },
  ],
])('a PNG of %s is taken, made smaller', async (_, shape, size) => {
  const { token } = await newMember(tests)
  const file = pngOf(shape, await packedZeros(120 << 20))
  const { status, body } = await upload(server, token, file, { type: 'image/png' })
  expect(status, body.message).toBe(200)
  const rows = await tests.db.selectFrom('kyc_document').select('sizes').execute()
  expect(rows.at(-1)?.sizes).toEqual([size])
})

test('of a PDF with HTML behind it only its picture is kept', async () => {
  const { token } = await newMember(tests)
  const file = Buffer.concat([textPdf([['invoice']]), Buffer.from(html)])
  const { status } = await upload(server, token, file, { type: 'application/pdf' })
  expect([200, 400]).toContain(status)
})

test('a file of one byte too many is told so, each time, whether it tells its length or not', async () => {
  const { token } = await newMember(tests)
  const file = Buffer.alloc(DOCUMENT_MAX_BYTES + 1)
  for (const told of [true, false, true, false]) {
    const answer = await fetch(`${server.url}${uploadKycDocument.path}?field=pan`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'image/png' },
      body: told ? new Uint8Array(file) : new Blob([new Uint8Array(file)]).stream(),
      ...(!told && { duplex: 'half' }),
    })
    expect(answer.status).toBe(413)
    expect((await answer.json()).message).toBe('This file is larger than 10 MB.')
  }
})

test('after all of it the server answers, and held at most 150 MB more', async () => {
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
  const { token } = await newMember(tests)
  expect((await upload(server, token, photo)).status).toBe(200)
  const { before } = memory
  const most = memory.most()
  expect(sum(most)).toBeGreaterThan(sum(before))
  expect(sum(most) - sum(before), `${before.join('+')} to ${most.join('+')}`).toBeLessThan(MOST_MB)
})
