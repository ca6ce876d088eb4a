import { sql, type Expression, type SqlBool } from 'kysely'
import type { Page } from '../../../../contract/paging.ts'
import type { WorkerListQuery, WorkerRow } from '../../../../contract/people/workers.ts'
import type { Db } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { toRow, workersOf, type FoundWorker } from './workers.queries.ts'

const DAY_MS = 86_400_000
/** Stands for no activity in the index, before every real one. */
const NEVER = new Date('2000-01-01T00:00:00Z')

type Row = FoundWorker & { nameKey: string }

const never = sql`timestamptz '2000-01-01 00:00:00+00'`
const activity = sql<Date>`coalesce(w.last_activity_at, ${never})`
const nameKey = sql<string>`lower(s.name) collate "C"`
const id = { column: 's.staff_id', type: 'int', of: (row: Row) => row.staffId } as const
const workerId = { ...id, column: 'w.staff_id' } as const
const ORDERS: Record<WorkerListQuery['sort'], Order<Row>> = {
  newest: { name: 'newest', direction: 'desc', key: [id] },
  oldest: { name: 'oldest', direction: 'asc', key: [id] },
  name: {
    name: 'name',
    direction: 'asc',
    key: [{ column: nameKey, type: 'text', of: (row) => row.nameKey }, id],
  },
  activity: {
    name: 'activity',
    direction: 'desc',
    key: [
      { column: activity, type: 'timestamptz', of: (row) => row.lastActivityAt ?? NEVER },
      workerId,
    ],
  },
}

/** What a search may mean: a whole employee code, a whole mobile, the start of a name. */
export type Sought = { code: string; mobile: string | null; name: string } | null

export async function workerPage(
  db: Db,
  filters: WorkerListQuery,
  { sought, now }: { sought: Sought; now: Date },
): Promise<Page<WorkerRow>> {
  const query = workersOf(db)
    .select(nameKey.as('nameKey'))
    .where((where) => where.and(conditionsOf(filters, sought, now)))
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(({ nameKey: _nameKey, ...row }) => toRow(row)) }
}

function conditionsOf(
  { plant, shift, status, idle }: WorkerListQuery,
  sought: Sought,
  now: Date,
): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (sought) conditions.push(isSought(sought))
  if (plant) conditions.push(isOneOf('s.plant_id', plant))
  if (shift) conditions.push(sql`w.shift = any(${shift}::text[])`)
  if (status?.every((one) => one === 'active')) conditions.push(sql`s.disabled_at is null`)
  if (status?.every((one) => one === 'deactivated')) {
    conditions.push(sql`s.disabled_at is not null`)
  }
  if (idle === 'never') conditions.push(sql`${activity} = ${never}`)
  else if (idle) {
    conditions.push(sql`${activity} < ${new Date(now.getTime() - Number(idle) * DAY_MS)}`)
  }
  return conditions
}

/** Each of the three is found by an index of its own. */
function isSought({ code, mobile, name }: NonNullable<Sought>): Expression<SqlBool> {
  // Between the beginning itself and the beginning followed by the last of all characters.
  const begins = sql`lower(cast(${name} as text))`
  return sql`s.staff_id in (
    select staff_id from worker where employee_code = ${code} or mobile = ${mobile}
    union all
    select staff_id from staff where role = 'worker'
      and lower(name) collate "C" >= ${begins}
      and lower(name) collate "C" < ${begins} || ${'\u{10FFFF}'})`
}
