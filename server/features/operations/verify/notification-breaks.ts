import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A draft, one that is sent by both ways and read by one member, one that is being sent to the inbox. */
export async function notifyInEveryState({ db }: TestDatabase): Promise<void> {
  await sql`
    insert into notification (notification_id, state, title_en, title_hi, body_en, body_hi, target,
      audience, channels, started_at, finished_at, reached_member, all_reached_at, audience_count,
      reached, created_by, changed_at, key_digest, body_digest) overriding system value
    values (1, 'draft', 'A', 'A', 'A', 'A', '{"to":"nothing"}', '{}', '{inbox}', null, null, null,
        null, null, 0, 1, now(), 'a', ''),
      (2, 'sent', 'B', 'B', 'B', 'B', '{"to":"nothing"}', '{}', '{inbox,webhook}', now(), now(), 5,
        now(), 3, 3, 1, now(), 'b', ''),
      (3, 'sending', 'C', 'C', 'C', 'C', '{"to":"nothing"}', '{}', '{inbox}', now(), null, 2, null,
        5, 2, 1, now(), 'c', '')`.execute(db)
  await sql`
    insert into notification_delivery (notification_id, member_id, inbox_at, read_at, webhook)
    values (2, 1, now(), now(), 'sent'), (2, 2, now(), null, 'failed'), (2, 3, now(), null, 'unknown'),
      (3, 1, now(), null, null), (3, 2, now(), null, null)`.execute(db)
  await sql`
    insert into notification_count (notification_id, share, read, sent, failed, unknown, waiting)
    values (2, 0, 1, 2, 1, 0, 3), (2, 1, 0, -1, 0, 1, -3), (3, 0, 0, 0, 0, 0, 0)`.execute(db)
}

const COUNTS = 'The counts of a message are those of its deliveries'
const STATES =
  'A message has deliveries once it began, waits for nobody once it is sent, and uses its channels'
const SECOND =
  'A message with a link, or to more members than one person writes to in a day, was approved by a second person'
const ERASED = 'Of an erased member no message is left'

export const NOTIFICATION_BREAKS: readonly [string, string][] = [
  [COUNTS, 'delete from notification_delivery where notification_id = 3 and member_id = 2'],
  [COUNTS, 'update notification set reached = reached + 1 where notification_id = 1'],
  [COUNTS, 'update notification_delivery set read_at = now() where member_id = 2'],
  [COUNTS, 'update notification_count set read = read + 1 where notification_id = 3'],
  [COUNTS, 'delete from notification_count where notification_id = 2'],
  [COUNTS, `update notification_delivery set webhook = 'sent' where webhook = 'unknown'`],
  [
    COUNTS,
    'update notification_count set waiting = waiting + 1 where notification_id = 2 and share = 1',
  ],
  [STATES, `update notification set state = 'draft', started_at = null where notification_id = 3`],
  [STATES, `update notification_delivery set webhook = 'waiting' where webhook = 'failed'`],
  [STATES, `update notification_delivery set webhook = null where webhook = 'failed'`],
  [STATES, `update notification_delivery set webhook = 'sent' where notification_id = 3`],
  [STATES, 'update notification set reached_member = 1 where notification_id = 3'],
  [STATES, 'update notification set all_reached_at = null where notification_id = 2'],
  [SECOND, 'update notification set alone_members = 2, planned_by = 1 where notification_id = 2'],
  [
    SECOND,
    `update notification set alone_members = 9, planned_by = 1,
      target = '{"to":"web","address":"https://evil.example/"}' where notification_id = 3`,
  ],
  [
    SECOND,
    `update notification set alone_members = 9, planned_by = 1, body_hi = 'http://evil.example'
      where notification_id = 2`,
  ],
  [
    SECOND,
    `update notification set alone_members = 2, planned_by = 1, approved_by = 2,
      approved_at = started_at + interval '1 minute' where notification_id = 2`,
  ],
  [ERASED, 'update member set erased_at = now() where member_id = 3'],
]
