import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKeys } from '../../../lib/crypto.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { openVault } from './vault.service.ts'

let database: TestDatabase
const keys = makeKeys(randomBytes(32))
const plain = Buffer.from('ABCPE1234F')

beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const open = () => openVault({ db: database.db, keys })
const heldSealKeys = async () =>
  (
    await database.db
      .selectFrom('data_key')
      .select('key_id')
      .where('purpose', '=', 'seal')
      .execute()
  ).length

test('twelve processes that start at once make one key of each purpose', async () => {
  await Promise.all(Array.from({ length: 12 }, open))
  const made = await database.db.selectFrom('data_key').select('purpose').execute()
  expect(made.map(({ purpose }) => purpose).toSorted()).toEqual(['digest', 'seal'])
})

test('a value opens in its own row and field, in any process, and nowhere else', async () => {
  const [vault, other] = [await open(), await open()]
  const sealed = await vault.seal(plain, 'kyc_field:7:pan')
  expect(sealed[0]).toBe(2)
  expect(sealed.includes(plain)).toBe(false)
  expect(await other.open(sealed, 'kyc_field:7:pan')).toEqual(plain)
  for (const elsewhere of ['kyc_field:8:pan', 'kyc_field:7:bank', '']) {
    await expect(other.open(sealed, elsewhere)).rejects.toThrow()
  }
})

test('the same value is sealed differently each time', async () => {
  const vault = await open()
  expect(await vault.seal(plain, 'x')).not.toEqual(await vault.seal(plain, 'x'))
})

test('no single flipped bit opens', async () => {
  const vault = await open()
  const sealed = await vault.seal(plain, 'kyc_field:7:pan')
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const touched = Buffer.from(sealed)
    touched.writeUInt8(touched.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
    await expect(vault.open(touched, 'kyc_field:7:pan'), `bit ${bit}`).rejects.toThrow()
  }
})

test('a value that was cut, at any place, does not open', async () => {
  const vault = await open()
  const sealed = await vault.seal(plain, 'x')
  for (let length = 0; length < sealed.length; length++) {
    await expect(vault.open(sealed.subarray(0, length), 'x'), `${length}`).rejects.toThrow()
  }
})

test('a digest is the same in every process, and another for another purpose or text', async () => {
  const [vault, other] = [await open(), await open()]
  const digest = await vault.digest('kyc_field:pan', 'ABCPE1234F')
  expect(digest).toHaveLength(32)
  expect(await other.digest('kyc_field:pan', 'ABCPE1234F')).toEqual(digest)
  expect(await other.digest('kyc_field:bank', 'ABCPE1234F')).not.toEqual(digest)
  expect(await other.digest('kyc_field:pan', 'ABCPE1234G')).not.toEqual(digest)
})

test('another master key does not unwrap the keys, and makes none of its own', async () => {
  const before = await heldSealKeys()
  await expect(openVault({ db: database.db, keys: makeKeys(randomBytes(32)) })).rejects.toThrow(
    'the master key is not the one that wrapped it',
  )
  expect(await heldSealKeys()).toBe(before)
})

test('a wrapped key that was put under another number is not unwrapped', async () => {
  const made = await database.db
    .insertInto('data_key')
    .values({ purpose: 'seal', created_at: new Date(), retired_at: null })
    .returning('key_id')
    .executeTakeFirstOrThrow()
  const taken = await database.db
    .selectFrom('data_key_secret')
    .select('wrapped')
    .orderBy('key_id')
    .executeTakeFirstOrThrow()
  await database.db
    .insertInto('data_key_secret')
    .values({ key_id: made.key_id, wrapped: taken.wrapped })
    .execute()
  await expect(open()).rejects.toThrow(`Data key ${made.key_id} cannot be unwrapped`)
})
