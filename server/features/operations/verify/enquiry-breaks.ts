import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** An enquiry of member 1 in each state, the last about their first scan and with an attachment. */
export async function askInEveryState({ db }: TestDatabase): Promise<void> {
  await sql`
    insert into enquiry (enquiry_id, number, member_id, category, subject, state, opened_at,
      last_message_at, member_wrote_last, answer_by, answered_at, resolve_by, waiting_since,
      resolved_at, closed_at, due_at, scan_id, key_digest, body_digest)
    select i, 'EQ10000' || i, 1, 'coupon', 'Points', state, now(), now(), state <> 'waiting',
      now() + interval '8 hours', case when i > 1 then now() end, now() + interval '48 hours',
      case when state = 'waiting' then now() end,
      case when state in ('resolved', 'closed') then now() end,
      case when state = 'closed' then now() end,
      case state when 'open' then now() + interval '8 hours'
        when 'in_progress' then now() + interval '48 hours' end,
      case when i = 5 then (select min(id) from scan where member_id = 1) end,
      int4send(i::int), ''
    from unnest(array['open', 'in_progress', 'waiting', 'resolved', 'closed'])
      with ordinality as t (state, i)`.execute(db)
  await sql`
    insert into enquiry_message (enquiry_id, at, kind, staff_id, body)
    select enquiry_id, last_message_at, case when member_wrote_last then 'member' else 'answer' end,
      case when not member_wrote_last then 1 end, 'Words' from enquiry order by enquiry_id`.execute(
    db,
  )
  await sql`
    insert into data_key (key_id, purpose, created_at) overriding system value
    values (900, 'seal', now())`.execute(db)
  await sql`insert into data_key_secret (key_id, wrapped) values (900, '')`.execute(db)
  await sql`
    insert into enquiry_attachment (attachment_id, member_id, message_id, pages, sizes, bytes,
      sealed_key, uploaded_at)
    select gen_random_uuid(), 1, max(message_id), 1, '[]', 1, '\\x02'::bytea || int4send(900), now()
    from enquiry_message`.execute(db)
}

const DEADLINE =
  'The deadline that runs for an enquiry is that of its first answer until there is one'
const LAST = 'The last word of an enquiry is its last public message'
const OWN = 'What an enquiry names and what is attached to it is of its member'
const ERASED = 'Of an erased member no word of an enquiry and no attachment is left'
const erase = `update member set erased_at = now() where member_id = 1`

export const ENQUIRY_BREAKS: readonly [string, string][] = [
  [DEADLINE, `update enquiry set due_at = resolve_by where state = 'open'`],
  [DEADLINE, `update enquiry set due_at = answer_by where state = 'in_progress'`],
  [DEADLINE, `update enquiry set answered_at = null where state = 'waiting'`],
  [LAST, `update enquiry set member_wrote_last = not member_wrote_last where enquiry_id = 3`],
  [LAST, `update enquiry set last_message_at = now() + interval '1 hour' where enquiry_id = 3`],
  [OWN, `update enquiry set scan_id = 1 where enquiry_id = 5`],
  [OWN, `update enquiry set redemption_id = 1 where enquiry_id = 5`],
  [OWN, `update enquiry_attachment set member_id = 2`],
  [ERASED, erase],
  [
    ERASED,
    `${erase}; delete from enquiry_attachment; update enquiry_message set body = 'Erased';
      update enquiry set state = 'closed', due_at = null, waiting_since = null,
        resolved_at = now(), closed_at = now()`,
  ],
  [
    ERASED,
    `${erase}; delete from enquiry_attachment;
      update enquiry set subject = 'Erased', state = 'closed', due_at = null, waiting_since = null,
        resolved_at = now(), closed_at = now()`,
  ],
]
