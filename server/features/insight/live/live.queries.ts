import { sql } from 'kysely'
import type { Role } from '../../../../contract/roles.ts'
import { number, type Tx } from '../../../db/database.ts'
import { LOGS, type Log, type Marks } from './topics.ts'

/**
 * Rows of a log are committed in another order than they are numbered: one that comes late behind
 * fewer than so many others changes the sum of the last ones, where the largest would stay as it is.
 */
const LAST_ROWS = 32
/** The column that numbers a log's rows. */
const NUMBERS: Record<Log, string> = {
  kyc_event: 'event_id',
  redemption_event: 'event_id',
  payment_event: 'event_id',
  enquiry_message: 'message_id',
  batch_event: 'event_id',
}

const markOf = (log: Log) => sql`(select coalesce(sum(number), 0)::text from (
    select ${sql.ref(NUMBERS[log])} as number from ${sql.table(log)}
    order by 1 desc limit ${LAST_ROWS}) last) as ${sql.ref(log)}`

/** What is committed now, as the whole transaction sees it, and how far the logs have come. */
export async function readHead(tx: Tx): Promise<{ snapshot: string; marks: Marks }> {
  const logs = (Object.keys(LOGS) as Log[]).map(markOf)
  const { rows } = await sql<Marks & { snapshot: string }>`
    select pg_current_snapshot()::text as snapshot,
      (select seq::text from audit_head) as audit, ${sql.join(logs)}`.execute(tx)
  const [head] = rows
  if (!head) throw new Error('The database did not say where it stands.')
  const { snapshot, ...marks } = head
  return { snapshot, marks }
}

/** What the audit rows behind one are about; they are numbered in the order of their commits. */
export async function subjectsSince(tx: Tx, seq: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit')
    .select('subject')
    .distinct()
    .where('seq', '>', seq)
    .execute()
  return rows.map(({ subject }) => subject)
}

/** What is unread of somebody: how much, and the newest of it. */
export type Unread = { unread: number; newest: string }

/** What stands unread for each of these members of staff; who has nothing is left out. */
export async function unreadByStaff(
  tx: Tx,
  staffIds: readonly number[],
): Promise<Map<number, Unread>> {
  const rows = await tx
    .selectFrom('staff_notice')
    .select((select) => [
      'staff_id as staffId',
      number(select.fn.countAll()).as('unread'),
      select.fn.max('notice_id').as('newest'),
    ])
    .where('staff_id', '=', sql<number>`any(${staffIds}::int[])`)
    .where('read_at', 'is', null)
    .groupBy('staff_id')
    .execute()
  return new Map(rows.map(({ staffId, unread, newest }) => [staffId, { unread, newest }]))
}

export type SessionRights = {
  session: string
  role: Role
  plantId: number | null
  limited: boolean
}

/** Sessions of staff that hold at a moment and are not locked, by the hash of their token in hexadecimal digits. */
export async function validSessions(
  tx: Tx,
  sessions: readonly string[],
  {
    at,
    idleMinutes,
    lockMinutes,
  }: {
    at: Date
    idleMinutes: readonly { role: Role; minutes: number }[]
    lockMinutes: number
  },
): Promise<Map<string, SessionRights>> {
  const hashes = sessions.map((session) => Buffer.from(session, 'hex'))
  const [roles, minutes] = [
    idleMinutes.map(({ role }) => role),
    idleMinutes.map((one) => one.minutes),
  ]
  const rows = await tx
    .selectFrom('session as s')
    .innerJoin('staff', 'staff.staff_id', 's.staff_id')
    .select([
      sql<string>`encode(s.token_hash, 'hex')`.as('session'),
      'staff.role',
      'staff.plant_id as plantId',
      's.limited',
    ])
    .where('s.token_hash', '=', sql<Buffer>`any(${hashes}::bytea[])`)
    .where('s.expires_at', '>', at)
    .where(sql<boolean>`(s.for_shift or exists (
      select from unnest(${roles}::text[], ${minutes}::int[]) idle (role, minutes)
      where idle.role = staff.role and s.seen_at >= ${at}::timestamptz - idle.minutes * interval '1 minute'))`)
    .where(sql<boolean>`not (s.pin_locks and (s.locked_at is not null
      or s.seen_at < ${at}::timestamptz - ${lockMinutes}::int * interval '1 minute'))`)
    .where('staff.disabled_at', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.session, row]))
}
