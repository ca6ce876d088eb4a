import { request } from 'node:http'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testServer, type TestServer } from '../../../test/server.ts'
import { mediaStore } from './media-files.service.ts'
import { fileAt, film, photo, upload } from './test-support.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let videoUrl: string
let pictureUrl: string
let whole: Buffer

beforeAll(async () => {
  server = await testServer()
  const { token } = await server.staff('admin')
  const video = await upload(server, token, await film(), { type: 'video/mp4' })
  const picture = await upload(server, token, await photo(400, 200).jpeg().toBuffer())
  videoUrl = video.body.videoUrl ?? ''
  pictureUrl = picture.body.pictures[0]?.url ?? ''
  whole = (await fileAt(server, videoUrl)).bytes
})
afterAll(() => server.stop())

test('a file is for everybody and for ever, and can do nothing', async () => {
  for (const [url, type] of [
    [pictureUrl, 'image/webp'],
    [videoUrl, 'video/mp4'],
  ]) {
    const { status, headers, bytes } = await fileAt(server, url)
    expect(status).toBe(200)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'accept-ranges': 'bytes',
      'content-length': String(bytes.length),
    })
    expect(headers.get('content-disposition')).toMatch(/^inline/)
  }
})

const parts: [string, (size: number) => [number, number] | null][] = [
  ['bytes=0-99', () => [0, 99]],
  ['bytes=100-', (size) => [100, size - 1]],
  ['bytes=-50', (size) => [size - 50, size - 1]],
  ['bytes=-99999999', (size) => [0, size - 1]],
  ['bytes=10-99999999', (size) => [10, size - 1]],
  // What cannot be read, or is more than one part, is answered whole.
  ['bytes=5-2', () => null],
  ['bytes=0-1,5-6', () => null],
  ['pages=1-2', () => null],
  ['bytes=-', () => null],
  ['bytes=1e3-', () => null],
]
test.each(parts)('the part %s is answered as it should', async (range, partOf) => {
  const { status, headers, bytes } = await fileAt(server, videoUrl, { range })
  const part = partOf(whole.length)
  if (part === null) {
    expect(status).toBe(200)
    expect(bytes.equals(whole)).toBe(true)
    return
  }
  const [start, end] = part
  expect(status).toBe(206)
  expect(headers.get('content-range')).toBe(`bytes ${start}-${end}/${whole.length}`)
  expect(headers.get('cache-control')).toMatch(/immutable/)
  expect(bytes.equals(whole.subarray(start, end + 1))).toBe(true)
})

test('a part that the file does not have is 416, and a condition makes it whole', async () => {
  for (const range of [`bytes=${whole.length}-`, 'bytes=99999999-', 'bytes=-0']) {
    const { status, headers } = await fileAt(server, videoUrl, { range })
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`])
  }
  const asked = await fileAt(server, videoUrl, { range: 'bytes=0-1', 'if-range': '"x"' })
  expect(asked.status).toBe(200)
})

test('HEAD tells the length and reads nothing', async () => {
  const answer = await fetch(server.url + videoUrl, { method: 'HEAD' })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-length')).toBe(String(whole.length))
  expect(answer.headers.get('accept-ranges')).toBe('bytes')
})

test.each([
  '/api/media/0123456789abcdef.webp',
  '/api/media/..%2f..%2fmaster.key',
  '/api/media/%2e%2e%2fmaster.webp',
  '/api/media/0123456789abcdef.html',
  `/api/media/${crypto.randomUUID()}-0.piece`,
])('%s is a clear 4xx', async (address) => {
  const { status, bytes } = await fileAt(server, address)
  expect([400, 404]).toContain(status)
  expect(JSON.parse(bytes.toString())).toMatchObject({ message: expect.stringMatching(/\w/) })
})

test('a large file passes through in little memory, and a reader who goes leaves nothing open', async () => {
  const name = `${'c'.repeat(32)}.mp4`
  const megabyte = Buffer.alloc(1 << 20, 7)
  // So large that what the collector has not looked at yet is far from all of it.
  const bytes = 320 << 20
  async function* all() {
    for (let at = 0; at < 320; at++) yield megabyte
  }
  await mediaStore(server.context).copyIn(name, {
    bytes,
    sha256: '',
    open: () => Readable.from(all()),
  })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let most = before
  let read = 0
  const answer = await fetch(`${server.url}/api/media/${name}`)
  for await (const chunk of answer.body ?? []) {
    read += (chunk as Uint8Array).length
    most = Math.max(most, process.memoryUsage().rss)
  }
  expect(read).toBe(bytes)
  expect((most - before) / (1 << 20)).toBeLessThan(160)
  const open = () => process.getActiveResourcesInfo().filter((one) => one === 'FSReqPromise').length
  for (let tries = 0; tries < 5; tries++) await leaveEarly(`${server.url}/api/media/${name}`)
  await expect.poll(open).toBeLessThan(3)
})

/** Reads the beginning of an answer and hangs up. */
function leaveEarly(url: string): Promise<void> {
  return new Promise((resolve) => {
    const asking = request(url, (answer) => answer.once('data', () => asking.destroy()))
    asking
      .on('error', () => {})
      .on('close', resolve)
      .end()
  })
}
