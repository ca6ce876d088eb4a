import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockedFileName } from '../../../../contract/programme/batch-print.ts'
import { FILE_PASSWORD } from '../../../../contract/endpoint.ts'
import { printBatch } from '../../../../contract/programme/batches.ts'
import { packedBytes, zipEntries } from '../../../lib/sheet/zip-directory.ts'
import { openPrintAnswer, openPrintFile } from '../../../test/open-print-file.ts'
import { testServer, type TestServer } from '../../../test/server.ts'
import { locked, newPassword } from './print-archive.ts'
import { printFile } from './print-file.ts'
import { BATCH, bytesOf, wishFor } from './print-test-support.ts'
import { generated, team, type Team } from './test-support.ts'

const logged: string[] = []
let server: TestServer
let people: Team

beforeAll(async () => {
  const logTo = { write: (line: string) => void logged.push(line) }
  server = await testServer({ LOG_LEVEL: 'debug' }, { logTo })
  people = await team(server)
})
afterAll(() => server.stop())

const archive = (format: 'csv' | 'pdf' | 'png' | 'xlsx' | 'zpl', password: string) =>
  buffer(locked(printFile(BATCH, wishFor(format)), { format, password }))

/** As WinZip describes it (AE-2): by nothing but Node's own cipher, key derivation and HMAC. */
function readAe2(zip: Buffer, password: string): Buffer | null {
  const [entry] = zipEntries(zip) ?? []
  const all = entry && packedBytes(zip, entry)
  if (!entry || !all) throw new Error('There is no file in it.')
  expect(entry.method, 'encrypted by AES').toBe(99)
  const [salt, verifier] = [all.subarray(0, 16), all.subarray(16, 18)]
  const [data, mark] = [all.subarray(18, -10), all.subarray(-10)]
  const keys = pbkdf2Sync(password, salt, 1000, 66, 'sha1')
  if (!keys.subarray(64).equals(verifier)) return null
  const hmac = createHmac('sha1', keys.subarray(32, 64)).update(data).digest()
  expect(hmac.subarray(0, 10)).toEqual(mark)
  const counters = Buffer.alloc(Math.ceil(data.length / 16) * 16)
  for (let block = 0; block * 16 < counters.length; block++) {
    counters.writeUInt32LE(block + 1, block * 16)
  }
  const stream = createCipheriv('aes-256-ecb', keys.subarray(0, 32), null).update(counters)
  return Buffer.from(data.map((byte, at) => byte ^ (stream[at] ?? 0)))
}

test.each(['pdf', 'png', 'xlsx'] as const)('a %s is whole in its locked zip', async (format) => {
  const password = newPassword(randomBytes)
  const zip = await archive(format, password)
  const { name, bytes } = await openPrintFile(zip, password)
  expect(name).toBe(printFile(BATCH, wishFor(format)).name)
  // Each making has a moment of its own in it.
  const alike = (await bytesOf(BATCH, wishFor(format))).length
  expect(Math.abs(bytes.length - alike)).toBeLessThan(64)
})

test('it is AES-256 as other programs read it, and no other password opens it', async () => {
  const password = newPassword(randomBytes)
  const zip = await buffer(
    locked(
      { stream: Readable.from([Buffer.from('one '), Buffer.alloc(70_000, 'x')]), name: 'a.pdf' },
      { format: 'pdf', password },
    ),
  )
  expect(readAe2(zip, password)?.toString()).toBe(`one ${'x'.repeat(70_000)}`)
  expect(zip.includes('xxxx')).toBe(false)
  for (const wrong of ['', password.toLowerCase(), newPassword(randomBytes)]) {
    // One in 65,536 passes the short check, and then fails at the mark of its bytes.
    await expect(openPrintFile(zip, wrong)).rejects.toThrow()
  }
  const changed = Buffer.from(zip)
  changed[40_000] = (changed[40_000] ?? 0) ^ 1
  await expect(openPrintFile(changed, password)).rejects.toThrow()
})

test('its name says what it is', () => {
  const nameOf = (format: 'pdf' | 'png', run: Record<string, unknown> = {}) =>
    lockedFileName(BATCH, wishFor(format, run))
  expect(nameOf('pdf')).toBe('batch-12-000C-pdf-locked.zip')
  expect(nameOf('png', { from: 99 })).toBe('batch-12-000C-99-100-png-locked.zip')
})

test('memory does not grow with it, and others have their turns', async () => {
  const PIECES = 160
  async function* pieces(): AsyncGenerator<Buffer> {
    for (let piece = 0; piece < PIECES; piece++) yield randomBytes(65_536)
  }
  let [turns, running] = [0, true]
  const count = (): void => {
    turns++
    if (running) setImmediate(count)
  }
  setImmediate(count)
  const before = process.memoryUsage().rss
  let [bytes, most] = [0, 0]
  const source = { stream: Readable.from(pieces()), name: 'a.csv' }
  for await (const chunk of locked(source, { format: 'csv', password: 'x'.repeat(20) })) {
    bytes += chunk.length
    most = Math.max(most, process.memoryUsage().rss - before)
  }
  running = false
  expect(bytes).toBeGreaterThan(PIECES * 65_536)
  expect(turns).toBeGreaterThan(PIECES / 2)
  expect(most).toBeLessThan(100_000_000)
})

test('whoever stops reading stops the making, and a failure of the making reaches the reader', async () => {
  const left = printFile({ ...BATCH, quantity: 50_000 }, wishFor('csv'))
  const archived = locked(left, { format: 'csv', password: 'x'.repeat(20) })
  for await (const _chunk of archived) break
  await expect.poll(() => left.stream.destroyed).toBe(true)
  async function* breaking(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(10)
    throw new Error('The key is gone.')
  }
  const broken = locked(
    { stream: Readable.from(breaking()), name: 'a.csv' },
    { format: 'csv', password: 'x'.repeat(20) },
  )
  await expect(buffer(broken)).rejects.toThrow('The key is gone.')
})

test('the password is told once: another one each time, in no row and no line of the log', async () => {
  const { batchId } = await generated(server, people, { quantity: 5 })
  const take = async () => {
    const answer = await server.raw(printBatch, {
      token: people.printer.token,
      params: { batchId },
      body: { format: 'csv' },
    })
    const password = answer.headers.get(FILE_PASSWORD) ?? ''
    return { password, text: (await openPrintAnswer(answer)).bytes.toString() }
  }
  const [one, other] = [await take(), await take()]
  expect(one.password).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){3}[0-9A-HJKMNP-TV-Z]{5}$/)
  expect(other.password).not.toBe(one.password)
  expect(other.text).toBe(one.text)
  const { rows } = await sql<{ name: string }>`select tablename as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(server.db)
  expect(rows.length).toBeGreaterThan(90)
  for (const { name } of rows) {
    const schema = name === 'job' ? 'pgboss' : 'public'
    const kept = await sql<{
      row: string
    }>`select t::text as row from ${sql.table(`${schema}.${name}`)} t
      where t::text like ${`%${one.password}%`}`
      .execute(server.db)
      .catch(() => ({ rows: [] }))
    expect(kept.rows, name).toEqual([])
  }
  expect(logged.length).toBeGreaterThan(5)
  expect(logged.join('')).not.toContain(one.password)
})
