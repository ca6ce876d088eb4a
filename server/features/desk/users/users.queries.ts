import { sql } from 'kysely'
import type { UserRow } from '../../../../contract/desk/users.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { statusFrom } from '../../people/members/index.ts'

function userRows(db: Db | Tx) {
  return db
    .selectFrom('member as m')
    .leftJoin('member_account as a', 'a.member_id', 'm.member_id')
    .leftJoin('distributor as d', 'd.distributor_id', 'm.distributor_id')
    .select((select) => [
      'm.member_id as memberId',
      'm.code',
      'm.name',
      'm.mobile',
      'm.kind',
      'm.state',
      'm.city',
      'd.name as distributorName',
      'm.blocked_reason as blockedReason',
      'm.left_at as leftAt',
      'm.erased_at as erasedAt',
      'm.kyc_state as kyc',
      number(select.fn.coalesce('a.available', sql`0`)).as('available'),
      number(select.fn.coalesce('a.held', sql`0`)).as('held'),
      select
        .selectFrom('scan as s')
        .select('s.recorded_at')
        .whereRef('s.member_id', '=', 'm.member_id')
        .orderBy('s.id', 'desc')
        .limit(1)
        .$asScalar()
        .as('lastScanAt'),
      'm.joined_at as joinedAt',
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof userRows>['executeTakeFirstOrThrow']>>

function toRow(found: Found): UserRow {
  const { memberId, code, name, mobile, kind, state, city, distributorName, kyc } = found
  return {
    memberId,
    code,
    name,
    mobile,
    kind,
    state,
    city,
    distributorName,
    status: statusFrom(found).status,
    kyc,
    available: found.available,
    held: found.held,
    lastScanAt: found.lastScanAt?.toISOString() ?? null,
    joinedAt: found.joinedAt.toISOString(),
  }
}

/** Members by their ids, in no order. */
export async function usersByIds(db: Db, ids: readonly number[]): Promise<Map<number, UserRow>> {
  const rows = await userRows(db)
    .modifyFront(keepPlan('users'))
    .where('m.member_id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.memberId, toRow(row)]))
}

/** One member as the list has them, with what only their own page shows. */
export async function userById(db: Db | Tx, memberId: number) {
  const found = await userRows(db)
    .select((select) => [
      'm.language',
      'm.latin_name as latinName',
      'm.pincode',
      'm.tier',
      'm.version',
      'd.code as distributorCode',
      select.fn.coalesce('a.seq', sql<number>`0`).as('transfers'),
    ])
    .where('m.member_id', '=', memberId)
    .executeTakeFirst()
  if (!found) return undefined
  const { language, latinName, pincode, tier, version, distributorCode, transfers } = found
  const { blockedReason } = statusFrom(found)
  const record = { language, latinName, pincode, tier, version, distributorCode }
  return { row: toRow(found), ...record, transfers, blockedReason }
}
