import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction, type Tx } from '../../../db/database.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { makeProgramme } from '../../programme/scans/engine.fixture.ts'

// What the database itself refuses, whoever writes: the last lock, behind that of the services.
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 1)
})
afterAll(() => database.drop())

/** What the database says to `work`, all of which is taken back; null where it takes it. */
async function answerTo(work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  const undone = new Error('undone')
  try {
    await transaction(database.db, async (tx) => {
      await work(tx)
      throw undone
    })
  } catch (error) {
    if (error === undone) return null
    if (error instanceof Error) return error.message
    throw error
  }
  return null
}

function insertTransfer(
  tx: Tx,
  {
    seq,
    reverses = null,
    key = null,
  }: { seq: number; reverses?: number | null; key?: string | null },
) {
  return sql`insert into transfer (member_id, seq, id, ref, kind, debit, credit, points, reverses,
      available_after, held_after, occurred_at, recorded_at, idempotency_key)
    values (1, ${seq}, ${seq}, 1, 1, 1, 2, 5, ${reverses}, 5, 0, now(), now(), ${key})`.execute(tx)
}

test('a second reversal of one transfer', async () => {
  const twice = async (tx: Tx, second: number) => {
    await insertTransfer(tx, { seq: 1 })
    await insertTransfer(tx, { seq: 2 })
    await insertTransfer(tx, { seq: 3, reverses: 1 })
    await insertTransfer(tx, { seq: 4, reverses: second })
  }
  expect(await answerTo((tx) => twice(tx, 1))).toContain('transfer_reversed_once')
  expect(await answerTo((tx) => twice(tx, 2))).toBeNull()
})

test('a second transfer under one key', async () => {
  const both = async (tx: Tx, second: string) => {
    await insertTransfer(tx, { seq: 1, key: 'a' })
    await insertTransfer(tx, { seq: 2, key: second })
  }
  expect(await answerTo((tx) => both(tx, 'a'))).toContain('transfer_idempotency')
  expect(await answerTo((tx) => both(tx, 'b'))).toBeNull()
})

test.each(['available', 'held'])('a balance below zero: %s', async (account) => {
  const set = (points: number) => (tx: Tx) =>
    sql`update member_account set ${sql.id(account)} = ${points} where member_id = 1`.execute(tx)
  expect(await answerTo(set(-1))).toContain(`member_account_${account}_check`)
  expect(await answerTo(set(0))).toBeNull()
})

test('a transfer that was written stays as it is', async () => {
  const change = (statement: string) => async (tx: Tx) => {
    await insertTransfer(tx, { seq: 1 })
    await sql.raw(statement).execute(tx)
  }
  const forbidden = /append.only|may not|cannot/i
  expect(await answerTo(change('update transfer set points = 6'))).toMatch(forbidden)
  expect(await answerTo(change('delete from transfer'))).toMatch(forbidden)
})
