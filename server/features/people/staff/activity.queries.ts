import { sql } from 'kysely'
import type { ActivityListQuery, ActivityRow } from '../../../../contract/people/staff.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Db } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'

function trail(db: Db) {
  return db
    .selectFrom('audit as a')
    .leftJoin('staff', 'staff.staff_id', 'a.staff_id')
    .select(['a.seq', 'a.at', 'a.staff_id as staffId', 'a.role', 'a.action', 'a.subject'])
    .select(['a.subject_id as subjectId', 'a.before', 'a.after', 'a.reason'])
    .select(['a.request_id as requestId', 'staff.name as by'])
}
type Found = Awaited<ReturnType<ReturnType<typeof trail>['executeTakeFirstOrThrow']>>

/** By time, as each index of the trail is: then days narrow a page as well as whoever did it. */
const key = [
  { column: 'a.at', type: 'timestamptz', of: (row: Found) => row.at },
  { column: 'a.seq', type: 'bigint', of: (row: Found) => row.seq },
] as const
const ORDERS: Record<ActivityListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

export async function activityPage(db: Db, filters: ActivityListQuery) {
  const { q, staff, subject, action, from, to } = filters
  let query = trail(db)
  if (q) query = query.where('a.subject_id', '=', q)
  if (staff !== undefined)
    query = query.where('a.staff_id', '=', sql<number>`cast(${staff} as int)`)
  if (subject) query = query.where('a.subject', 'in', subject)
  if (action) query = query.where('a.action', 'in', action)
  if (from) query = query.where('a.at', '>=', startOfDay(from))
  if (to) query = query.where('a.at', '<', endOfDay(to))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

const toRow = ({ at, ...row }: Found): ActivityRow => ({ ...row, at: at.toISOString() })

export async function activityEntry(db: Db, entry: string): Promise<ActivityRow | undefined> {
  const found = await trail(db).where('a.seq', '=', entry).executeTakeFirst()
  return found && toRow(found)
}

/** The different values of a column, from index entry to index entry: the trail is never read whole. */
async function valuesOf(db: Db, column: 'subject' | 'action'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ value: string }>`
    with recursive found as (
      (select ${name} as value from audit order by ${name} limit 1)
      union all
      select (select ${name} from audit where ${name} > found.value order by ${name} limit 1)
      from found where found.value is not null
    ) select value from found where value is not null`.execute(db)
  return rows.map(({ value }) => value)
}

/** Who acted in the trail, by name. */
async function peopleOf(db: Db): Promise<{ staffId: number; name: string }[]> {
  const { rows } = await sql<{ staffId: number; name: string }>`
    with recursive found as (
      (select staff_id from audit where staff_id is not null order by staff_id limit 1)
      union all
      select (select staff_id from audit where staff_id > found.staff_id order by staff_id limit 1)
      from found where found.staff_id is not null
    ) select s.staff_id as "staffId", s.name from found join staff s using (staff_id)
    where s.role <> 'worker' order by lower(s.name), s.staff_id`.execute(db)
  return rows
}

export async function activityWords(db: Db) {
  const [subjects, actions, people] = await Promise.all([
    valuesOf(db, 'subject'),
    valuesOf(db, 'action'),
    peopleOf(db),
  ])
  return { subjects, actions, people }
}
