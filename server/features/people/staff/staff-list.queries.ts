import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { ROLES, type Role } from '../../../../contract/roles.ts'
import type { StaffListQuery, StaffRow } from '../../../../contract/people/staff.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { isOneOf } from '../../../db/id-range.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'

const nameKey = sql<string>`lower(s.name) collate "C"`
const emailKey = sql<string>`s.email collate "C"`

function people(db: Db | Tx) {
  return db
    .selectFrom('staff as s')
    .leftJoin('plant', 'plant.plant_id', 's.plant_id')
    .leftJoin('staff_totp as t', 't.staff_id', 's.staff_id')
    .select([
      's.staff_id as staffId',
      's.name',
      's.email',
      's.role',
      's.disabled_at as disabledAt',
      's.last_sign_in_at as lastSignInAt',
      's.created_at as createdAt',
      'plant.name as plantName',
      sql<boolean>`s.password_hash is not null`.as('hasPassword'),
      sql<boolean>`t.confirmed_at is not null`.as('twoFactor'),
      nameKey.as('nameKey'),
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof people>['executeTakeFirstOrThrow']>>

const id = { column: 's.staff_id', type: 'int', of: (row: Found) => row.staffId } as const
const name = { column: nameKey, type: 'text', of: (row: Found) => row.nameKey } as const
const ORDERS: Record<StaffListQuery['sort'], Order<Found>> = {
  name: { name: 'name', direction: 'asc', key: [name, id] },
  newest: { name: 'newest', direction: 'desc', key: [id] },
  oldest: { name: 'oldest', direction: 'asc', key: [id] },
}

export async function staffPage(db: Db, filters: StaffListQuery) {
  let query = people(db)
  const { q, role, plant, status, office } = filters
  if (office) query = query.where('s.role', '<>', 'worker')
  if (role) query = query.where('s.role', 'in', role)
  if (plant) query = query.where(isOneOf('s.plant_id', plant))
  if (status?.length === 1) {
    query = query.where('s.disabled_at', status[0] === 'active' ? 'is' : 'is not', null)
  }
  if (q) {
    const start = q.toLowerCase()
    const end = `${start}\u{10FFFF}`
    query = query.where((where) =>
      where.or([
        where.and([where(nameKey, '>=', start), where(nameKey, '<', end)]),
        where.and([where(emailKey, '>=', start), where(emailKey, '<', end)]),
      ]),
    )
  }
  const page = await keysetPage(db, query, ORDERS[filters.sort], filters)
  return { ...page, items: page.items.map(toRow) }
}

function toRow({ nameKey: _key, ...row }: Found): StaffRow {
  return {
    ...row,
    disabledAt: row.disabledAt?.toISOString() ?? null,
    lastSignInAt: row.lastSignInAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
  }
}

export async function personById(db: Db | Tx, staffId: number): Promise<StaffRow | undefined> {
  const isHim = sql<boolean>`s.staff_id = cast(${staffId} as int)`
  const found = await people(db).where(isHim).executeTakeFirst()
  return found && toRow(found)
}

/** Accounts that can sign in, of each role, to 10,001. */
export async function countRoles(db: Db): Promise<{ role: Role; people: number }[]> {
  const { rows } = await sql<{ role: Role; people: number }>`
    select r.role, (select count(*)::int from (select from staff s
      where s.role = r.role and s.disabled_at is null limit ${COUNT_LIMIT + 1}) as few) as people
    from unnest(${[...ROLES]}::text[]) with ordinality as r (role, place) order by r.place`.execute(
    db,
  )
  return rows
}
