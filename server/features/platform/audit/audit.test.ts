import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeKeys } from '../../../lib/crypto.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { beginAuditChain, verifyAudit, writeAudit, type AuditVerdict } from './audit.service.ts'

const keys = makeKeys(Buffer.alloc(32, 7))
const ROWS = 6
let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase()
  await database.db.transaction().execute((tx) => beginAuditChain(tx, keys))
  await Promise.all(
    Array.from({ length: ROWS }, (_, i) =>
      database.db.transaction().execute((tx) =>
        writeAudit(tx, keys, {
          by: { staffId: i, role: 'admin' },
          action: 'thing.changed',
          subject: 'thing',
          subjectId: i,
          before: { z: 1, a: [1.5, 'é', null] },
          after: { nested: { b: true, a: -0.25 } },
          reason: 'because',
        }),
      ),
    ),
  )
})
afterAll(() => database.drop())

/** What the check says after somebody with every right has touched the rows; then it is undone. */
async function verdictAfter(...statements: string[]): Promise<AuditVerdict> {
  let verdict: AuditVerdict = { rows: -1, broken: null }
  const undone = new Error('undone')
  await database.db
    .transaction()
    .execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      for (const statement of statements) await sql.raw(statement).execute(tx)
      verdict = await verifyAudit(tx, keys)
      throw undone
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error
    })
  return verdict
}

test('a chain written by many at once is whole', async () => {
  expect(await verdictAfter()).toEqual({ rows: ROWS, broken: null })
})

test.each([
  ['updated', ["update audit set reason = 'else' where seq = 3"], '3'],
  [
    'updated in its JSON',
    [`update audit set after = '{"nested":{"b":false,"a":-0.25}}' where seq = 2`],
    '2',
  ],
  ['deleted', ['delete from audit where seq = 4'], '4'],
  [
    'inserted',
    [
      'insert into audit (seq, at, action, subject, subject_id, hash) select 7, now(), action, subject, subject_id, hash from audit where seq = 6',
    ],
    '7',
  ],
  [
    'reordered',
    [
      'update audit set seq = 99 where seq = 2',
      'update audit set seq = 2 where seq = 3',
      'update audit set seq = 3 where seq = 99',
    ],
    '2',
  ],
  ['cut at the end', ['delete from audit where seq > 4'], '5'],
  [
    'cut at the end with the head set back',
    [
      'delete from audit where seq > 4',
      'update audit_head set seq = 4, hash = (select hash from audit where seq = 4)',
    ],
    '4',
  ],
])('a row that is %s is named', async (_, statements, seq) => {
  expect((await verdictAfter(...statements)).broken?.seq).toBe(seq)
})

test('a chain rewritten with right hashes but without the key is named', async () => {
  const verdict = await database.db
    .transaction()
    .execute((tx) => verifyAudit(tx, makeKeys(Buffer.alloc(32, 8))))
  expect(verdict.broken?.why).toContain('signature')
})

test('the table itself refuses update and delete', async () => {
  await expect(sql`update audit set reason = 'x'`.execute(database.db)).rejects.toThrow(
    'append-only',
  )
  await expect(sql`delete from audit`.execute(database.db)).rejects.toThrow('append-only')
})
