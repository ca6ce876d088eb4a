import { sql, type NotNull, type SqlBool } from 'kysely'
import {
  CHARGE_STATES,
  type Charge,
  type ChargeListQuery,
  type ChargeState,
} from '../../../../contract/programme/charges.ts'
import { number, type Db } from '../../../db/database.ts'
import { isOneOf, type IdRange } from '../../../db/id-range.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'

/** What a search narrowed the list to. */
export type Sought = { retailerId?: number; scanId?: string }

const charges = (db: Db) =>
  db
    .selectFrom('handling_charge as c')
    .select([
      'c.scan_id',
      'c.retailer_id',
      'c.member_id',
      'c.product_id',
      'c.rule_id',
      'c.points',
      'c.paise',
      'c.state',
      'c.recorded_at',
      'c.due_at',
    ])

function withNames(db: Db, found: ReturnType<typeof charges>) {
  return (
    db
      .selectFrom(found.as('c'))
      .leftJoin('member as r', 'r.member_id', 'c.retailer_id')
      .leftJoin('member as m', 'm.member_id', 'c.member_id')
      .leftJoin('product as p', 'p.product_id', 'c.product_id')
      .select((select) => [
        'c.scan_id as scanId',
        'c.retailer_id as retailerId',
        'r.code as retailerCode',
        'r.name as retailerName',
        'c.member_id as memberId',
        'm.code as memberCode',
        'm.name as memberName',
        'p.name as productName',
        'c.rule_id as ruleId',
        'c.points',
        number(select.ref('c.paise')).as('paise'),
        'c.state',
        'c.recorded_at as recordedAt',
        'c.due_at as dueAt',
      ])
      // Members and products are never deleted.
      .$narrowType<{
        retailerCode: NotNull
        retailerName: NotNull
        memberCode: NotNull
        memberName: NotNull
        productName: NotNull
      }>()
  )
}
type Found = Awaited<ReturnType<ReturnType<typeof withNames>['executeTakeFirstOrThrow']>>

function toRow({ state, recordedAt, dueAt, ...row }: Found): Charge {
  const name = CHARGE_STATES[state]
  if (!name) throw new Error(`The charge of scan ${row.scanId} has the unknown state ${state}.`)
  return {
    ...row,
    state: name,
    recordedAt: recordedAt.toISOString(),
    dueAt: dueAt && dueAt.toISOString(),
  }
}

const key = [
  { column: 'c.scan_id', type: 'bigint', of: (row: Found) => row.scanId },
  { column: 'c.retailer_id', type: 'int', of: (row: Found) => row.retailerId },
] as const
const ORDERS: Record<ChargeListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

const storedState = (state: ChargeState) => CHARGE_STATES.indexOf(state)

export async function chargePage(db: Db, filters: ChargeListQuery, ids: IdRange, sought: Sought) {
  let query = charges(db)
  if (ids.from) query = query.where('c.scan_id', '>=', ids.from)
  if (ids.before) query = query.where('c.scan_id', '<', ids.before)
  if (sought.retailerId) query = query.where('c.retailer_id', '=', sought.retailerId)
  if (sought.scanId) query = query.where('c.scan_id', '=', sought.scanId)
  if (filters.retailer !== undefined) query = query.where('c.retailer_id', '=', filters.retailer)
  if (filters.rule !== undefined) query = query.where('c.rule_id', '=', filters.rule)
  if (filters.status) {
    query = query.where(isOneOf('c.state', filters.status.map(storedState)))
    // Told again, as the index of those that are not due leaves the rest out: nearly all are due.
    if (!filters.status.includes('due')) {
      query = query.where(sql<SqlBool>`c.state <> ${sql.lit(storedState('due'))}`)
    }
  }
  const order = ORDERS[filters.sort]
  const page = await joinedPage(db, query, (found) => withNames(db, found), order, filters)
  return { ...page, items: page.items.map(toRow) }
}
