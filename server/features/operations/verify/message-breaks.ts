import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

const COLUMNS =
  'change_id, occasion, language, body, reason, needs_two, state, proposed_by, proposed_at, decided_by, decided_at'

/** A text that was approved by two, one by one person, one that waits. */
export async function changeMessages({ db }: TestDatabase): Promise<void> {
  await sql`insert into message_change (${sql.raw(COLUMNS)}) values
    (1, 'sign_in_otp', 'en', '{code} {programme}', 'More', true, 'approved', 1, now(), 2, now()),
    (2, 'kyc_approved', 'en', '{programme}', 'More', false, 'approved', 1, now(), 1, now()),
    (3, 'sign_in_otp', 'hi', '{code} {programme}', 'More', true, 'proposed', 1, now(), null, null)`.execute(
    db,
  )
}

const TWO = 'A text of a message that needs two people was approved by another than who proposed it'
const DECIDED = 'A text of a message has who decided it and when, or waits and has neither'
const ONE = 'At most one change of a text waits for a decision'

const insert = (values: string) =>
  `insert into message_change (${COLUMNS}) values (9, 'sign_in_otp', 'hi', '', '', true, ${values})`

export const MESSAGE_BREAKS: readonly [string, string][] = [
  [TWO, insert("'approved', 1, now(), 1, now()")],
  [DECIDED, insert("'rejected', 1, now(), 2, null")],
  [DECIDED, insert("'withdrawn', 1, now(), null, null")],
  [DECIDED, insert("'rejected', 1, now(), 2, now() - interval '1 day'")],
  [ONE, `drop index message_change_open; ${insert("'proposed', 1, now(), null, null")}`],
]
