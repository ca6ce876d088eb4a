import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { checkMasterKey, isMasterKey } from '../../../db/checks.ts'
import { openDatabase, transaction, type Db } from '../../../db/database.ts'
import { makeKeys } from '../../../lib/crypto.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { anyPlant, anyProduct } from '../../../test/server.ts'
import { beginAuditChain, verifyAudit, writeAudit } from '../audit/audit.service.ts'
import { batchKeyContext } from '../../programme/batches/batch-keys.service.ts'
import { keysCommand } from './test-support.ts'
import { makeChainKey, readChain } from '../chain/chain-key.service.ts'
import { openVault } from './vault.service.ts'

const BATCH = 17
const DOCUMENT = randomUUID()
const documentContext = `kyc_document:${DOCUMENT}:key`
const [oldHex, newHex] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')]
const [oldKeys, newKeys] = [oldHex, newHex].map((hex) => makeKeys(Buffer.from(hex, 'hex'))) as [
  ReturnType<typeof makeKeys>,
  ReturnType<typeof makeKeys>,
]
const batchKey = randomBytes(32)
const entry = { by: null, action: 'test', subject: 'test', subjectId: 1 }

// Each command is a process that has to start.
vi.setConfig({ testTimeout: 90_000 })

let database: TestDatabase
let dataDir: string
let chainId: string
let file: string
beforeAll(async () => {
  database = await testDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'hil-keys-'))
  file = path.join(dataDir, 'master.key')
  await writeFile(file, `${oldHex}\n`, { mode: 0o600 })
  const { db } = database
  await checkMasterKey(db, oldKeys)
  await transaction(db, (tx) => beginAuditChain(tx, oldKeys))
  await transaction(db, (tx) => writeAudit(tx, oldKeys, entry))
  await transaction(db, async (tx) => {
    chainId = (await makeChainKey(tx, oldKeys)).id
  })
  const vault = await openVault({ db, keys: oldKeys })
  await makeBatch(db)
  await makeDocument(db, await vault.seal(Buffer.from('document key'), documentContext))
})
afterAll(async () => {
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

async function makeBatch(db: Db): Promise<void> {
  const staff = await db
    .insertInto('staff')
    .values({
      email: 'keys@test.example',
      name: 'Keys',
      role: 'admin',
      plant_id: null,
      password_hash: null,
      disabled_at: null,
      last_sign_in_at: null,
      created_at: new Date(),
    })
    .returning('staff_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('coupon_batch')
    .values({
      batch_id: BATCH,
      plant_id: await anyPlant(db),
      product_id: await anyProduct(db),
      quantity: 10,
      points: 10,
      expires_at: new Date('2030-01-01'),
      sent_to_state: null,
      note: null,
      status: 'requested',
      approvals_needed: 1,
      failure: null,
      sealed_key: oldKeys.seal(batchKey, batchKeyContext(BATCH)),
      requested_by: staff.staff_id,
      requested_at: new Date(),
    })
    .execute()
}

async function makeDocument(db: Db, sealedKey: Buffer): Promise<void> {
  const member = await db
    .insertInto('member')
    .values({
      code: 'M1',
      mobile: '9000000001',
      name: 'Ramesh',
      kind: 'mason',
      state: 27,
      city: 'Pune',
      distributor_id: null,
      joined_at: new Date(),
    })
    .returning('member_id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('kyc_document')
    .values({
      document_id: DOCUMENT,
      member_id: member.member_id,
      field: 'pan',
      pages: 1,
      sizes: '[{"width":1,"height":1}]',
      bytes: 1,
      sealed_key: sealedKey,
      digest: Buffer.alloc(32),
      uploaded_at: new Date(),
      attached_at: null,
    })
    .execute()
}

const change = (env: Record<string, string> = {}) =>
  keysCommand(database.connection, ['master'], {
    DATA_DIR: dataDir,
    NEXT_MASTER_KEY: newHex,
    ...env,
  }).ended

/** On a pool that is closed again: an open one is what a running server looks like. */
async function looking<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const { db } = openDatabase(database.connection, { size: 2, onError: () => {} })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

const needed = () =>
  looking(async (db) => ((await isMasterKey(db, newKeys)) ? 'the new key' : 'the old key'))
const keyInFile = async () => (await readFile(file, 'utf8')).trim()

test('while a server works on the database, the change is refused and nothing is changed', async () => {
  const { code, output } = await change()
  expect(output).toMatch(/A server still works on this database .+: stop every one of them first/)
  expect(code).toBe(2)
  await database.db.destroy()
  expect(await needed()).toBe('the old key')
  expect(await keyInFile()).toBe(oldHex)
})

test.each([
  ['no key', { NEXT_MASTER_KEY: '' }, 'Set NEXT_MASTER_KEY to the new key'],
  ['half a key', { NEXT_MASTER_KEY: 'abc' }, 'Set NEXT_MASTER_KEY to the new key'],
  [
    'a wrong key in use',
    { MASTER_KEY: randomBytes(32).toString('hex') },
    'The master key is not the one this database was made with',
  ],
])('with %s the change is refused', async (_, env, words) => {
  const { code, output } = await change(env)
  expect(output).toContain(words)
  expect(code).toBe(2)
  expect(await needed()).toBe('the old key')
})

test('a trail whose signature does not fit is not signed again', async () => {
  const signature = await looking((db) =>
    db.selectFrom('audit_head').select('signature').executeTakeFirstOrThrow(),
  )
  await looking((db) =>
    db
      .updateTable('audit_head')
      .set({ signature: Buffer.alloc(32) })
      .execute(),
  )
  const { code, output } = await change()
  expect(output).toContain('The signature of the audit trail does not fit.')
  expect(code).toBe(2)
  expect(await needed()).toBe('the old key')
  await looking((db) => db.updateTable('audit_head').set(signature).execute())
})

test('the master key is changed in one step, in the database and in its file', async () => {
  const { code, output } = await change()
  expect(output).toContain('2 data keys and 1 batch keys are sealed by the new master key.')
  expect(code).toBe(0)
  expect(await needed()).toBe('the new key')
  expect(await keyInFile()).toBe(newHex)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('the old key opens nothing any more, the new one everything', async () => {
  await looking(async (db) => {
    await expect(openVault({ db, keys: oldKeys })).rejects.toThrow('cannot be unwrapped')
    await expect(checkMasterKey(db, oldKeys)).rejects.toThrow('The master key is not the one')
    await checkMasterKey(db, newKeys)
    const vault = await openVault({ db, keys: newKeys })
    const document = await db
      .selectFrom('kyc_document')
      .select('sealed_key')
      .executeTakeFirstOrThrow()
    const opened = await vault.open(document.sealed_key, documentContext)
    expect(opened.toString()).toBe('document key')
    const batch = await db.selectFrom('coupon_batch').select('sealed_key').executeTakeFirstOrThrow()
    expect(newKeys.open(batch.sealed_key, batchKeyContext(BATCH))).toEqual(batchKey)
    expect(() => oldKeys.open(batch.sealed_key, batchKeyContext(BATCH))).toThrow()
    expect(await readChain(db, newKeys)).toMatchObject({ id: chainId })
    await expect(readChain(db, oldKeys)).rejects.toThrow('The key of the chain cannot be opened')
    const verdict = await transaction(db, (tx) => verifyAudit(tx, newKeys))
    expect(verdict).toEqual({ rows: 2, broken: null })
  })
})

test('after a crash before the file was replaced, the same command finishes', async () => {
  await writeFile(file, `${oldHex}\n`, { mode: 0o600 })
  const { code, output } = await change()
  expect(output).toContain('The database needs this key already.')
  expect(code).toBe(0)
  expect(await keyInFile()).toBe(newHex)
})
