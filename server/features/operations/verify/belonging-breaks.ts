import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A retailer of a distributor with a mason, one whom staff enrolled, and a change in each state. */
export async function belongInEveryWay({ db }: TestDatabase): Promise<void> {
  await sql`insert into member (member_id, code, mobile, name, kind, state, city, joined_at)
    overriding system value values
    (111, 'M111', '9000000111', 'Vijay', 'retailer', 27, 'Pune', '2026-01-05'),
    (112, 'M112', '9000000112', 'Meena', 'mason', 27, 'Pune', '2026-01-05')`.execute(db)
  await sql`insert into member_account (member_id) values (111), (112)`.execute(db)
  await sql`insert into member_belonging (member_id, from_day, to_day, distributor_id, retailer_id, set_at)
    values (111, '2026-02-01', null, 901, null, now()),
      (112, '2026-01-06', '2026-02-28', 902, null, now()),
      (112, '2026-03-01', null, null, 111, now())`.execute(db)
  await sql`select set_config('hil.belonging', 'kept', false)`.execute(db)
  await sql`update member set distributor_id = 901 where member_id in (111, 112)`.execute(db)
  await sql`update member_distributor set distributor_id = 901 where member_id in (111, 112)`.execute(
    db,
  )
  await sql`select set_config('hil.belonging', '', false)`.execute(db)
  await sql`insert into member_enrolment (member_id, enrolled_at, staff_id) values (112, now(), 1)`.execute(
    db,
  )
  await sql`insert into member_change (change_id, member_id, name, kind, reason, state, proposed_by,
      proposed_at, decided_by, decided_at)
    values (1, 111, 'Vijay', 'mason', 'Closed the shop', 'rejected', 1, now(), 2, now()),
      (2, 111, 'Vijay', 'mason', 'Closed the shop', 'proposed', 1, now(), null, null)`.execute(db)
}

const NOW = 'The distributor of a member is the one of today, or that of the retailer'
const ONE =
  'A member belongs to one at a time, to a retailer only who is one, and never before joining'
const CONSENT = 'Whom staff enrolled signs in only after the consent to the programme'
const CHANGE =
  'A new name or type after KYC is decided by another person, and forgotten with the member'
const UNGUARDED = 'alter table member_belonging drop constraint member_belonging_one;'

export const BELONGING_BREAKS: readonly [string, string][] = [
  [NOW, 'delete from member_belonging where member_id = 111'],
  [NOW, 'update member_belonging set distributor_id = 902 where member_id = 111'],
  [NOW, "update member_belonging set to_day = '2026-04-01' where retailer_id = 111"],
  [ONE, `${UNGUARDED} update member_belonging set to_day = null where member_id = 112`],
  [ONE, "update member_belonging set from_day = '2026-01-01' where member_id = 111"],
  [ONE, 'update member_belonging set distributor_id = 901 where retailer_id = 111'],
  [
    ONE,
    "alter table member disable trigger all; update member set kind = 'mason' where member_id = 111",
  ],
  [
    CONSENT,
    `insert into session (token_hash, member_id, created_at, seen_at, expires_at)
     values ('y', 112, now(), now(), now())`,
  ],
  [CHANGE, 'update member_change set decided_by = proposed_by where change_id = 1'],
  [CHANGE, "update member_change set state = 'approved' where change_id = 2"],
  [CHANGE, 'update member_change set member_id = 102 where change_id = 1'],
]
