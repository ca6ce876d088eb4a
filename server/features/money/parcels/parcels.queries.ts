import { sql } from 'kysely'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type { ParcelListQuery } from '../../../../contract/money/parcels.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { lookedUpPage, type Order } from '../../../db/keyset.ts'
import { isLate } from '../../../db/waiting.ts'
import { membersLike } from '../../../db/members-like.ts'
import { STATE_OF } from './parcel-rules.ts'

/** What a search narrowed the list to. */
export type Sought = { memberId?: number; redemptionIds?: string[] }

/** Approved gifts. The state of one says where its parcel is. */
const gifts = (db: Db | Tx) =>
  db
    .selectFrom('redemption as r')
    .selectAll('r')
    .where('r.kind', '=', 'gift')
    .where('r.approved_at', 'is not', null)

/** Approved gifts with their last parcel. */
function giftRows(db: Db | Tx) {
  return db
    .selectFrom(gifts(db).as('r'))
    .innerJoin('member as m', 'm.member_id', 'r.member_id')
    .innerJoin('gift as g', 'g.gift_id', 'r.gift_id')
    .leftJoin('parcel as p', (join) =>
      join.onRef('p.redemption_id', '=', 'r.redemption_id').on('p.try', '=', (last) =>
        last
          .selectFrom('parcel as l')
          .select(({ fn }) => fn.max('l.try').as('try'))
          .whereRef('l.redemption_id', '=', 'r.redemption_id'),
      ),
    )
    .leftJoin('staff as s', 's.staff_id', 'p.dispatched_by')
    .select((select) => [
      'r.redemption_id as redemptionId',
      'r.number',
      'r.state as redemptionState',
      'r.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      'm.city',
      'm.state as memberState',
      'g.code as giftCode',
      'g.name as giftName',
      'r.quantity',
      sql<Date>`r.approved_at`.as('since'),
      'p.courier',
      'p.tracking_number as trackingNumber',
      'p.dispatched_at as dispatchedAt',
      's.name as dispatchedBy',
      'p.delivered_at as deliveredAt',
      'p.returned_at as returnedAt',
      'p.return_reason as returnReason',
      select.fn.coalesce('p.try', sql<number>`0`).as('tries'),
    ])
}
export type Found = Awaited<ReturnType<ReturnType<typeof giftRows>['executeTakeFirstOrThrow']>>

const KEY: Order<Found>['key'] = [
  { column: 'r.approved_at', type: 'timestamptz', of: ({ since }) => since },
  { column: 'r.redemption_id', type: 'bigint', of: ({ redemptionId }) => redemptionId },
]
const ORDERS: Record<ParcelListQuery['sort'], Order<Found>> = {
  oldest: { name: 'oldest', direction: 'asc', key: KEY },
  newest: { name: 'newest', direction: 'desc', key: KEY },
}

export async function parcelPage(db: Db, filters: ParcelListQuery, sought: Sought) {
  const { status, gift, region, from, to } = filters
  let query = gifts(db)
  if (status) {
    query = query.where(
      'r.state',
      'in',
      status.map((one) => STATE_OF[one]),
    )
  }
  if (sought.memberId !== undefined) query = query.where('r.member_id', '=', sought.memberId)
  if (sought.redemptionIds) {
    query = query.where('r.redemption_id', '=', anyOf(sought.redemptionIds))
  }
  if (gift) query = query.where('r.gift_id', 'in', giftsLike(db, gift))
  const members = await membersLike(db, 'r.member_id', { region })
  if (members) query = query.where(members)
  if (filters.late) query = query.where(isLate('r.approved_at', 'parcel'))
  if (from) query = query.where('r.approved_at', '>=', startOfDay(from))
  if (to) query = query.where('r.approved_at', '<', endOfDay(to))
  const source = { query, rows: giftRows(db), plan: 'parcels' }
  return lookedUpPage(db, [source], ORDERS[filters.sort], filters)
}

/** Gifts with this code, or with these letters in their name. */
const giftsLike = (db: Db, text: string) =>
  db
    .selectFrom('gift as g')
    .select('g.gift_id')
    .where(
      sql<boolean>`(lower(g.code) = lower(${text}) or strpos(lower(g.name), lower(${text})) > 0)`,
    )

const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::bigint[])`

export async function giftById(db: Db | Tx, redemptionId: string) {
  return giftRows(db).where('r.redemption_id', '=', redemptionId).executeTakeFirst()
}

/** Redemptions with this number, or with a parcel of this tracking number. */
export async function redemptionsNamed(
  db: Db,
  { number, tracking }: { number: string | null; tracking: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('redemption')
    .select('redemption_id as redemptionId')
    .where('number', '=', number ?? '')
    .union(
      db
        .selectFrom('parcel')
        .select('redemption_id as redemptionId')
        .where('tracking_number', '=', tracking),
    )
    .execute()
  return rows.map(({ redemptionId }) => redemptionId)
}

/** Numbers of some redemptions; what is not there is left out. */
export async function numbersOf(db: Db, redemptionIds: readonly string[]) {
  return db
    .selectFrom('redemption')
    .select(['redemption_id as redemptionId', 'number'])
    .where('redemption_id', '=', anyOf(redemptionIds))
    .execute()
}

/** What is asked of some redemptions before their labels are printed. */
export async function giftsToLabel(db: Db, redemptionIds: readonly string[]) {
  return db
    .selectFrom('redemption as r')
    .leftJoin('redemption_address as a', 'a.redemption_id', 'r.redemption_id')
    .select([
      'r.redemption_id as redemptionId',
      'r.number',
      'r.kind',
      'r.state',
      sql<boolean>`a.redemption_id is not null`.as('hasAddress'),
    ])
    .where('r.redemption_id', '=', anyOf(redemptionIds))
    .execute()
}
export type GiftToLabel = Awaited<ReturnType<typeof giftsToLabel>>[number]

/** What the tax of a gift is found from. */
export async function taxedGift(
  tx: Tx,
  redemptionId: string,
): Promise<{ memberKind: MemberKind; valuePaise: number }> {
  return tx
    .selectFrom('redemption as r')
    .innerJoin('member as m', 'm.member_id', 'r.member_id')
    .select((select) => [
      'm.kind as memberKind',
      number(select.ref('r.benefit_paise')).as('valuePaise'),
    ])
    .where('r.redemption_id', '=', redemptionId)
    .executeTakeFirstOrThrow()
}

/** The last parcel of a redemption, locked. */
export async function lockLastParcel(tx: Tx, redemptionId: string) {
  return tx
    .selectFrom('parcel')
    .select(['try', 'state', 'courier', 'tracking_number as trackingNumber'])
    .where('redemption_id', '=', redemptionId)
    .orderBy('try', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
}

export type NewParcel = {
  redemptionId: string
  tries: number
  courier: string
  trackingNumber: string
  at: Date
  staffId: number
}

/** False where this courier's number is of a parcel already. */
export async function insertParcel(tx: Tx, parcel: NewParcel): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('parcel')
    .values({
      redemption_id: parcel.redemptionId,
      try: parcel.tries,
      state: 'dispatched',
      courier: parcel.courier,
      tracking_number: parcel.trackingNumber,
      dispatched_at: parcel.at,
      dispatched_by: parcel.staffId,
      delivered_at: null,
      returned_at: null,
      return_reason: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Number of the redemption whose parcel has this courier's tracking number. */
export async function numberTracked(tx: Tx, courier: string, trackingNumber: string) {
  const row = await tx
    .selectFrom('parcel as p')
    .innerJoin('redemption as r', 'r.redemption_id', 'p.redemption_id')
    .select('r.number')
    .where('p.tracking_number', '=', trackingNumber)
    .where(sql<boolean>`lower(p.courier) = lower(${courier})`)
    .executeTakeFirst()
  return row?.number ?? null
}

type Change =
  | { state: 'delivered'; delivered_at: Date }
  | { state: 'returned'; returned_at: Date; return_reason: string }
  | { state: 'restocked' }

export async function setParcel(
  tx: Tx,
  { redemptionId, tries }: { redemptionId: string; tries: number },
  change: Change,
): Promise<void> {
  await tx
    .updateTable('parcel')
    .set(change)
    .where('redemption_id', '=', redemptionId)
    .where('try', '=', tries)
    .execute()
}

/** Who to tell about a parcel; nobody where the member's data was erased. */
export async function addresseeOf(db: Db, redemptionId: string) {
  return giftRows(db)
    .select(['m.language', 'r.points'])
    .where('r.redemption_id', '=', redemptionId)
    .where('m.erased_at', 'is', null)
    .executeTakeFirst()
}
