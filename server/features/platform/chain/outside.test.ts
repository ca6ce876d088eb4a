import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '../../../lib/crypto.ts'
import { fakeS3, S3, type FakeS3 } from '../../../test/fake-s3.ts'
import { databaseUrl } from '../../../test/harness.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { adjust, unguarded } from '../../../test/chain-attacks.ts'
import { ChainBroken, publishHeads } from './chain.service.ts'
import { isSigned } from './chain-keys.ts'
import { readContent } from './link.service.ts'
import type { Head } from './outside/outside.ts'
import { placesOf } from './outside/places.ts'
import { timeStampOf } from './outside/time-stamp.ts'
import { startAuthority, type Authority } from './test-authority.ts'
import { onSnapshot, verifyChain } from './verify-chain.service.ts'

let folder: string
let bucket: FakeS3
let authority: Authority
let server: TestServer
let people: {
  maker: { token: string; staffId: number }
  checker: { token: string; staffId: number }
}
let memberId: number

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hil-heads-'))
  bucket = await fakeS3()
  authority = await startAuthority(path.join(folder, 'authority'))
  server = await testServer({
    HEADS_DIR: path.join(folder, 'heads'),
    HEADS_S3_ENDPOINT: bucket.endpoint,
    HEADS_S3_REGION: S3.region,
    HEADS_S3_BUCKET: S3.bucket,
    HEADS_S3_KEY_ID: S3.keyId,
    HEADS_S3_SECRET: S3.secret,
    HEADS_S3_DAYS: '400',
    TIMESTAMP_URL: authority.url,
  })
  people = { maker: await server.staff('cs'), checker: await server.staff('admin') }
  memberId = (await server.member()).memberId
})
afterAll(async () => {
  await server.stop()
  await authority.stop()
  await bucket.stop()
  await rm(folder, { recursive: true, force: true })
})

const file = () => path.join(folder, 'heads', `${server.context.chain.id}.jsonl`)
const headsOfFile = async () =>
  (await readFile(file(), 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Head)
const places = () => ({ keys: server.context.keys, places: placesOf(server.context.config) })
const touched = () => onSnapshot(server.db, places(), verifyChain)
/** The command on the server's database, by its settings. */
async function heads(...args: string[]): Promise<{ code: number; output: string }> {
  const { DATA_DIR, HEADS_DIR } = server.context.config
  const command = path.join(import.meta.dirname, '../../../cli/heads.ts')
  const inBucket = {
    HEADS_S3_ENDPOINT: bucket.endpoint,
    HEADS_S3_REGION: S3.region,
    HEADS_S3_BUCKET: S3.bucket,
    HEADS_S3_KEY_ID: S3.keyId,
    HEADS_S3_SECRET: S3.secret,
  }
  const env = {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl(server.context.connection),
    DATA_DIR,
    HEADS_DIR,
    ...inBucket,
  }
  const child = spawn(process.execPath, [command, ...args], { env })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  child.stderr.on('data', (piece: Buffer) => (output += piece.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, output }
}

const something = () => adjust(server, people, memberId, 10)

test('each head is signed, stands in the file and locked in the bucket, and an authority tells its time', async () => {
  await something()
  await publishHeads(server.context)
  const heads = await headsOfFile()
  expect(heads.map(({ content }) => readContent(content).number)).toEqual([1, 2])
  const newest = heads.at(-1)
  for (const { content, publicKey, signature } of heads) {
    const bytes = Buffer.from(signature, 'base64')
    expect(isSigned(Buffer.from(publicKey, 'base64'), content, bytes)).toBe(true)
    expect(isSigned(Buffer.from(publicKey, 'base64'), `${content} `, bytes)).toBe(false)
  }
  const stamp = Buffer.from(newest?.timeStamp ?? '', 'base64')
  expect(await authority.confirms(stamp, sha256(newest?.content ?? ''))).toBe(true)
  expect(await authority.confirms(stamp, sha256('another'))).toBe(false)
  const [object] = [...bucket.objects.values()]
  expect(object?.lockedUntil?.getTime()).toBeGreaterThan(Date.now() + 399 * 86_400_000)
  expect(await touched()).toEqual([])
})

test('where nothing happened no head is added', async () => {
  const before = await headsOfFile()
  await publishHeads(server.context)
  expect(await headsOfFile()).toEqual(before)
})

test('a head that is published while a snapshot is proved is no sign of deleted rows', async () => {
  const found = await onSnapshot(server.db, places(), async (tx, needs) => {
    await tx.selectFrom('chain_link').select('number').execute()
    await something()
    await publishHeads(server.context)
    return verifyChain(tx, needs)
  })
  expect(found).toEqual([])
})

test('a line that a crash cut off is no head, and the next one is whole', async () => {
  await appendFile(file(), '{"content":"{\\"chain')
  expect(await touched()).toEqual([])
  await something()
  await publishHeads(server.context)
  expect((await headsOfFile()).map(({ content }) => readContent(content).number)).toEqual([
    1, 2, 3, 4,
  ])
  expect(await touched()).toEqual([])
})

test('a place that was away gets all heads when it is back', async () => {
  bucket.next.push(...Array.from({ length: 4 }, () => ({ status: 500 })))
  await something()
  await expect(publishHeads(server.context)).rejects.toThrow()
  await something()
  await publishHeads(server.context)
  const numbers = [...bucket.objects.values()].flatMap(({ bytes }) =>
    (JSON.parse(bytes.toString()) as Head[]).map(({ content }) => readContent(content).number),
  )
  expect(numbers.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6])
})

test('without an answer of the authority the head goes out without a stamp', async () => {
  const context = {
    ...server.context,
    config: { ...server.context.config, TIMESTAMP_URL: 'http://127.0.0.1:9' },
  }
  await something()
  await publishHeads(context)
  expect((await headsOfFile()).at(-1)).not.toHaveProperty('timeStamp')
})

test('an answer for another hash is no stamp', async () => {
  await expect(timeStampOf(`${bucket.endpoint}/x`, sha256('a'))).rejects.toThrow()
})

test('after a rollback nothing is published before it is declared, and then the lost heads are given up', async () => {
  const { db } = server
  const before = (await headsOfFile()).length
  await something()
  await publishHeads(server.context)
  await db.transaction().execute(async (own) => {
    await unguarded(own)
    const { newest } = await own
      .selectFrom('chain_link')
      .select((select) => select.fn.max('number').as('newest'))
      .executeTakeFirstOrThrow()
    await own.deleteFrom('chain_link').where('number', '=', newest).execute()
    await own.updateTable('record_seal').set({ link: null }).where('link', '=', newest).execute()
  })
  const [first] = await touched()
  expect(first?.what).toContain('its newest rows were deleted, or an older state was put back')
  await something()
  await expect(publishHeads(server.context)).rejects.toBeInstanceOf(ChainBroken)
  expect(await headsOfFile()).toHaveLength(before + 1)
  const gone = `head ${before + 1} in ${server.context.config.HEADS_DIR}`
  expect(await heads('status')).toMatchObject({
    code: 0,
    output: expect.stringContaining('which the database has not'),
  })
  expect(await heads('restored')).toMatchObject({
    code: 1,
    output: expect.stringContaining(`With --yes what led to ${gone}`),
  })
  expect(await heads('restored', '--yes')).toMatchObject({
    code: 0,
    output: expect.stringContaining(`It is told outside that what led to ${gone}`),
  })
  const newest = readContent((await headsOfFile()).at(-1)?.content ?? '')
  expect(newest.restored).toEqual({ upTo: before + 1 })
  expect(await touched()).toEqual([])
  await something()
  await publishHeads(server.context)
  expect(await touched()).toEqual([])
})
