import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fakeS3, S3, type FakeS3 } from '../test/fake-s3.ts'
import { AppError } from './app-error.ts'
import { fileStore, type FileStore } from './file-store.ts'
import { s3Client, s3Store } from './file-store-s3.ts'

const DAY_MS = 86_400_000
let folder: string
let s3: FakeS3
const TIMEOUT_MS = 400
const s3StoreWith = (changed: object = {}, prefix = 'media/') => {
  const settings = { ...S3, endpoint: s3.endpoint, pathStyle: true, timeoutMs: TIMEOUT_MS }
  return s3Store(s3Client({ ...settings, ...changed }), S3.bucket, prefix)
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hil-files-'))
  s3 = await fakeS3()
})
beforeEach(async () => {
  await rm(folder, { recursive: true, force: true })
  s3.objects.clear()
  s3.next.length = 0
  s3.asked.length = 0
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true, force: true })
})

const sourceOf = (bytes: Buffer) => ({
  bytes: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
  // In pieces, as a file is read.
  open: () => Readable.from([bytes.subarray(0, 70_000), bytes.subarray(70_000)]),
})
async function all(files: AsyncIterable<string>): Promise<string[]> {
  const names: string[] = []
  for await (const name of files) names.push(name)
  return names
}
const drivers: [string, () => FileStore][] = [
  ['a local folder', () => fileStore(folder)],
  ['S3', () => s3StoreWith()],
]

describe.each(drivers)('files in %s', (_, open) => {
  test('what is written is read again, whole and in parts; written twice under a name it is the new', async () => {
    const store = open()
    const bytes = randomBytes(200_000)
    await store.write('a-1.webp', randomBytes(10))
    await store.write('a-1.webp', bytes)
    await store.copyIn('film.mp4', sourceOf(bytes))
    for (const name of ['a-1.webp', 'film.mp4']) {
      expect(await store.size(name)).toBe(200_000)
      expect((await store.read(name))?.equals(bytes)).toBe(true)
      const streamed = async (range?: { start: number; end: number }) => {
        const stream = await store.stream(name, range)
        return stream && buffer(stream)
      }
      expect((await streamed())?.equals(bytes)).toBe(true)
      const part = await streamed({ start: 65_000, end: 140_000 })
      expect(part?.equals(bytes.subarray(65_000, 140_001))).toBe(true)
      expect((await streamed({ start: 199_999, end: 199_999 }))?.length).toBe(1)
    }
  })

  test('a name that is not there is null, and removing it is no error', async () => {
    const store = open()
    await store.write('here', Buffer.from('x'))
    expect(await store.read('none')).toBeNull()
    expect(await store.size('none')).toBeNull()
    expect(await store.stream('none')).toBeNull()
    const many = Array.from({ length: 20 }, (_, index) => `none-${index}`)
    await store.remove([...many, 'here'])
    expect(await store.read('here')).toBeNull()
    expect(await all(store.olderThan(new Date(Date.now() + DAY_MS)))).toEqual([])
  })

  test('a name that leads elsewhere is refused', async () => {
    const store = open()
    for (const name of ['../x', 'a/b', '', '.hidden', '/etc/passwd', 'a\0']) {
      await expect((async () => store.read(name))(), name).rejects.toThrow('name of ours')
      await expect((async () => store.write(name, Buffer.of(1)))(), name).rejects.toThrow(
        'name of ours',
      )
    }
  })

  test('the old ones are listed, all of them, and none of other places', async () => {
    const store = open()
    const names = Array.from({ length: 7 }, (_, index) => `f${index}`)
    for (const name of names) await store.write(name, Buffer.from(name))
    const before = new Date(Date.now() - DAY_MS)
    expect(await all(store.olderThan(before))).toEqual([])
    for (const name of ['f1', 'f4', 'f5', 'f6']) await age(name)
    expect((await all(store.olderThan(before))).toSorted()).toEqual(['f1', 'f4', 'f5', 'f6'])
  })

  test('a copy that breaks off leaves nothing', async () => {
    const store = open()
    const whole = sourceOf(randomBytes(100_000))
    const broken = { ...whole, open: () => Readable.from([Buffer.alloc(10)]) }
    await expect(store.copyIn('broken', broken)).rejects.toThrow()
    expect(await store.size('broken')).toBeNull()
    if (open() && s3.asked.length === 0) expect(await readdir(folder)).toEqual([])
  })
})

/** Makes a file old, wherever it is. */
async function age(name: string): Promise<void> {
  const old = new Date(Date.now() - 2 * DAY_MS)
  const kept = s3.objects.get(`media/${name}`)
  if (kept) kept.at = old
  else await utimes(path.join(folder, name), old, old)
}

test('a local folder is this account’s alone, and holds no half of a file', async () => {
  await fileStore(folder).write('a', Buffer.from('x'))
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect((await stat(path.join(folder, 'a'))).mode & 0o777).toBe(0o600)
  expect(await readdir(folder)).toEqual(['a'])
  // A draft that a crash left is told too, so that it is swept.
  await writeFile(path.join(folder, 'a.00.draft'), 'x')
  await age('a.00.draft')
  expect(await all(fileStore(folder).olderThan(new Date()))).toContain('a.00.draft')
})

test('keys in S3 stand behind their prefix, those of a place below it are its own', async () => {
  await s3StoreWith({}, 'documents/').write('a', Buffer.from('x'))
  await s3StoreWith({}, 'documents/enquiries/').write('b', Buffer.from('x'))
  expect([...s3.objects.keys()]).toEqual(['documents/a', 'documents/enquiries/b'])
  const soon = new Date(Date.now() + DAY_MS)
  expect(await all(s3StoreWith({}, 'documents/').olderThan(soon))).toEqual(['a'])
})

test('a wrong secret is refused by the signature alone, in words, and not tried again', async () => {
  const store = s3StoreWith({ secret: 'another' })
  const error = await store.write('a', Buffer.from('x')).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/refuses this server/),
  })
  expect(s3.asked).toEqual(['PUT media/a'])
  expect(s3.objects.size).toBe(0)
})

test.each([
  ['an error of its own', { status: 500 }],
  ['too much to do', { status: 503 }],
  ['silence', { silentMs: 3 * TIMEOUT_MS }],
])('after %s the same is asked again, and all is well', async (_, trouble) => {
  const store = s3StoreWith()
  const bytes = randomBytes(100_000)
  s3.next.push(trouble)
  await store.write('a', bytes)
  s3.next.push(trouble)
  await store.copyIn('b', sourceOf(bytes))
  s3.next.push(trouble)
  expect((await store.read('a'))?.equals(bytes)).toBe(true)
  s3.next.push(trouble)
  expect((await store.read('b'))?.equals(bytes)).toBe(true)
  expect(s3.asked.filter((one) => one === 'PUT media/a')).toHaveLength(2)
  expect(s3.asked.filter((one) => one === 'PUT media/b').length).toBeGreaterThanOrEqual(2)
  await delay(2 * TIMEOUT_MS)
})

test('a store that stays away is told in words, with when to try again', async () => {
  const store = s3StoreWith()
  const away = {
    code: 'unavailable',
    retryAfterSeconds: 60,
    message: expect.stringMatching(/does not answer/),
  }
  s3.next.push(...Array.from({ length: 4 }, () => ({ status: 500 })))
  await expect(store.read('a')).rejects.toMatchObject(away)
  expect(s3.asked).toHaveLength(4)
  const nobody = s3StoreWith({ endpoint: 'http://127.0.0.1:9' })
  await expect(nobody.copyIn('a', sourceOf(Buffer.from('x')))).rejects.toMatchObject(away)
  await expect(nobody.read('a')).rejects.toMatchObject(away)
}, 30_000)
