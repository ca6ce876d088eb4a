import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A reveal, a file of 40 rows, a member opened twice and three searches, all of one person and day. */
export async function lookAtPeople({ db }: TestDatabase): Promise<void> {
  await sql`insert into audit (seq, at, staff_id, role, action, subject, subject_id, after, hash)
    values (8000001, now(), 1, 'cs', 'kyc.revealed', 'kyc', '1', '{"fromAddress": "::1"}', 'x'),
      (8000002, now(), 1, 'cs', 'list.exported', 'list', 'users',
        '{"fromAddress": "::1", "rows": 40}', 'x')`.execute(db)
  const today = sql`(now() at time zone 'Asia/Kolkata')::date`
  await sql`insert into data_use (staff_id, day, kind, amount, refused)
    values (1, ${today}, 'reveals', 1, 0), (1, ${today}, 'rows', 40, 2),
      (1, ${today}, 'people', 4, 0)`.execute(db)
  await sql`insert into data_lookup
      (staff_id, role, day, kind, subject, times, first_at, last_at, address)
    values (1, 'cs', ${today}, 'opened', '1', 2, now(), now(), '::1'),
      (1, 'cs', ${today}, 'searched', 'users', 3, now(), now(), '::1')`.execute(db)
}

const USED = 'What a person used of a day’s budget is what the trail says was revealed and exported'
const LOOKED = 'The people that somebody looked up are the members opened and the searches made'

export const ACCESS_BREAKS: readonly [string, string][] = [
  [USED, "update data_use set amount = amount - 1 where kind = 'reveals'"],
  [USED, "update data_use set amount = 0 where kind = 'rows'"],
  [USED, "delete from data_use where kind = 'rows'"],
  [
    USED,
    `insert into audit (seq, at, staff_id, role, action, subject, subject_id, after, hash)
     values (9999999, now(), 1, 'cs', 'kyc.revealed', 'kyc', '2', '{"fromAddress": "::1"}', 'x')`,
  ],
  [LOOKED, "update data_use set amount = amount - 1 where kind = 'people'"],
  [LOOKED, "update data_lookup set times = times + 1 where kind = 'searched'"],
  [LOOKED, "delete from data_lookup where kind = 'opened'"],
]
