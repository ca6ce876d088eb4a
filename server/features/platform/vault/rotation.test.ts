import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkMasterKey } from '../../../db/checks.ts'
import { transaction } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { beginAuditChain } from '../audit/audit.service.ts'
import { alone, keyStatus, rotate } from './rotation.service.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { keysCommand } from './test-support.ts'
import { openVault, type Vault } from './vault.service.ts'

const FIELDS = ['pan', 'bank', 'upi', 'gstin'] as const
const masterHex = randomBytes(32).toString('hex')
const keys = makeKeys(Buffer.from(masterHex, 'hex'))

// A rotation waits for others to see its key; some tests start commands as well.
vi.setConfig({ testTimeout: 90_000 })

let database: TestDatabase
let vault: Vault
let dataDir: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'hil-keys-'))
  await checkMasterKey(database.db, keys)
  await transaction(database.db, (tx) => beginAuditChain(tx, keys))
  vault = await openVault({ db: database.db, keys })
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Members with a KYC row, by number; nothing of other features is needed to seal. */
async function makeMembers(from: number, count: number): Promise<void> {
  await sql`
    insert into member (member_id, code, mobile, name, kind, state, city, joined_at)
    overriding system value
    select i, 'R' || i, '9' || lpad(i::text, 9, '0'), 'Ramesh', 'mason', 27, 'Pune', now()
    from generate_series(${from}::int, ${from + count - 1}::int) i`.execute(database.db)
  await sql`
    insert into kyc (member_id, state, submitted_at)
    select i, 'pending', now()
    from generate_series(${from}::int, ${from + count - 1}::int) i`.execute(database.db)
}

const contextOf = (memberId: number, field: string) => `kyc_field:${memberId}:${field}`

async function put(by: Vault, memberId: number, field: string, text: string): Promise<void> {
  const sealed = await by.seal(Buffer.from(text), contextOf(memberId, field))
  await sql`
    insert into kyc_field (member_id, field, state, round, sealed, mask, submitted_at)
    values (${memberId}, ${field}, 'pending', 1, ${sealed}, 'x', now())
    on conflict (member_id, field) do update set sealed = excluded.sealed`.execute(database.db)
}

async function fill(from: number, count: number): Promise<Map<string, string>> {
  await makeMembers(from, count)
  const values = Array.from({ length: count }, (_, index) => from + index).flatMap((memberId) =>
    FIELDS.map((field) => ({ memberId, field, text: `first ${memberId} ${field}` })),
  )
  const sealed = await Promise.all(
    values.map(({ memberId, field, text }) =>
      vault.seal(Buffer.from(text), contextOf(memberId, field)),
    ),
  )
  await sql`
    insert into kyc_field (member_id, field, state, round, sealed, mask, submitted_at)
    select member_id, field, 'pending', 1, sealed, 'x', now()
    from unnest(${values.map(({ memberId }) => memberId)}::int[],
      ${values.map(({ field }) => field)}::text[], ${sealed}::bytea[])
      as v (member_id, field, sealed)`.execute(database.db)
  return new Map(values.map(({ memberId, field, text }) => [contextOf(memberId, field), text]))
}

/** Opens every value with a vault that knows nothing yet, and compares it. */
async function expectAll(expected: ReadonlyMap<string, string>): Promise<void> {
  const fresh = await openVault({ db: database.db, keys })
  const { rows } = await sql<{ member_id: number; field: string; sealed: Buffer }>`
    select member_id, field, sealed from kyc_field`.execute(database.db)
  const found = new Map<string, string>()
  for (const { member_id, field, sealed } of rows) {
    const context = contextOf(member_id, field)
    found.set(context, (await fresh.open(sealed, context)).toString())
  }
  for (const [context, text] of expected) expect(found.get(context), context).toBe(text)
}

const heldSealKeys = async () =>
  (await keyStatus(database.db)).filter(
    ({ purpose, retiredAt }) => purpose === 'seal' && retiredAt === null,
  )

const command = (args: string[]) =>
  keysCommand(database.connection, args, { DATA_DIR: dataDir, MASTER_KEY: masterHex })

test('every sealed column of the database is one that a rotation knows', async () => {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = 'public' and column_name like '%sealed%' and data_type = 'bytea'
    order by 1`.execute(database.db)
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  // The keys of batches and of the chain are sealed by the master key itself.
  const direct = ['chain_key.sealed', 'coupon_batch.sealed_key']
  expect(rows.map(({ column }) => column)).toEqual([...known, ...direct].toSorted())
})

test('a rotation under eight writers loses no change and leaves nothing of the older key', async () => {
  const expected = await fill(1, 96)
  const [{ keyId: old } = { keyId: 0 }] = await heldSealKeys()
  let isOver = false
  let writes = 0
  const write = async (writer: number) => {
    // Each is a process of its own: it believes in the old key for as long as a process may.
    const own = await openVault({ db: database.db, keys })
    for (let turn = 0; !isOver; turn++) {
      // Each writer's own members, so that what it wrote last is what must stand.
      const memberId = 1 + writer + 8 * (turn % 12)
      const field = FIELDS[Math.floor(turn / 12) % FIELDS.length] ?? 'pan'
      const text = `writer ${writer} turn ${turn}`
      await put(own, memberId, field, text)
      expected.set(contextOf(memberId, field), text)
      writes++
      await delay(1)
    }
  }
  const writers = Array.from({ length: 8 }, (_, writer) => write(writer))
  const said: string[] = []
  await delay(200)
  await rotate({ db: database.db, connection: database.connection, keys }, (line) =>
    said.push(line),
  )
  await delay(300)
  isOver = true
  await Promise.all(writers)
  expect(writes).toBeGreaterThan(100)
  const held = await heldSealKeys()
  expect(held.map(({ keyId }) => keyId)).not.toContain(old)
  expect(held).toHaveLength(1)
  expect(held[0]?.values).toEqual({ 'kyc_field.sealed': 384 })
  expect(said.at(-1)).toBe(`Retired: key ${old}. Nothing can be opened by it any more.`)
  await expectAll(expected)
})

test('a value that was sealed by a key before it went is refused by the database, not lost', async () => {
  await makeMembers(1000, 1)
  const slow = await openVault({ db: database.db, keys })
  const sealed = await slow.seal(Buffer.from('late'), contextOf(1000, 'pan'))
  await rotate({ db: database.db, connection: database.connection, keys }, () => {})
  const late = sql`
    insert into kyc_field (member_id, field, state, round, sealed, mask, submitted_at)
    values (1000, 'pan', 'pending', 1, ${sealed}, 'x', now())`.execute(database.db)
  await expect(late).rejects.toMatchObject({ code: '23503' })
})

test('a key stays while a transaction that uses it is on its way', async () => {
  await makeMembers(1001, 1)
  const sealed = await vault.seal(Buffer.from('slow'), contextOf(1001, 'pan'))
  let ended = false
  const writing = transaction(database.db, async (tx) => {
    await sql`
      insert into kyc_field (member_id, field, state, round, sealed, mask, submitted_at)
      values (1001, 'pan', 'pending', 1, ${sealed}, 'x', now())`.execute(tx)
    await delay(6000)
    ended = true
  })
  await delay(100)
  await rotate({ db: database.db, connection: database.connection, keys }, () => {})
  expect(ended).toBe(true)
  await writing
  await expectAll(new Map([[contextOf(1001, 'pan'), 'slow']]))
  expect(await heldSealKeys()).toHaveLength(1)
})

test('a rotation that is killed in the middle is finished by the next, with the same key', async () => {
  const expected = await fill(2000, 1000)
  const before = await heldSealKeys()
  const { child, ended } = command(['rotate'])
  const newest = async () => (await heldSealKeys()).at(-1)
  for (;;) {
    const state = await newest()
    if (state && state.keyId !== before[0]?.keyId && (state.values['kyc_field.sealed'] ?? 0) > 0) {
      break
    }
    if (child.exitCode !== null) throw new Error((await ended).output)
    await delay(2)
  }
  child.kill('SIGKILL')
  await ended
  const begun = await newest()
  expect(await heldSealKeys()).toHaveLength(2)
  await expectAll(expected)

  const second = await command(['rotate']).ended
  expect(second.output).toContain(
    `An earlier rotation was not finished: going on with key ${begun?.keyId}.`,
  )
  expect(second.code).toBe(0)
  const held = await heldSealKeys()
  expect(held.map(({ keyId }) => keyId)).toEqual([begun?.keyId])
  await expectAll(expected)
})

test('a value that was moved to another row stops the rotation, and nothing is retired', async () => {
  await makeMembers(5000, 2)
  await put(vault, 5000, 'pan', 'mine')
  await put(vault, 5001, 'pan', 'other')
  await sql`update kyc_field set sealed = (select sealed from kyc_field where member_id = 5000)
    where member_id = 5001`.execute(database.db)
  const before = await heldSealKeys()
  await expect(
    rotate({ db: database.db, connection: database.connection, keys }, () => {}),
  ).rejects.toThrow('kyc_field.sealed of 5001, pan cannot be opened')
  expect((await heldSealKeys()).map(({ keyId }) => keyId)).toContain(before[0]?.keyId)
  await sql`delete from kyc_field where member_id = 5001`.execute(database.db)
})

test('two rotations at once: the second is told so', async () => {
  await alone(database.connection, async () => {
    const { code, output } = await command(['rotate']).ended
    expect(output).toContain('Another command changes the keys now. Let it end first.')
    expect(code).toBe(2)
  })
})

test('the command says which keys there are and what they seal', async () => {
  const { code, output } = await command(['status']).ended
  expect(code).toBe(0)
  expect(output).toMatch(/key 1 {2}seal {2}made \S+ {2}retired/)
  expect(output).toMatch(/key 2 {2}digest {2}made \S+ {2}in use/)
  expect(output).toMatch(/key \d+ {2}seal {2}made \S+ {2}in use {2}kyc_field\.sealed \d+/)
  expect((await command(['nothing']).ended).output).toContain('Usage: npm run keys')
})
