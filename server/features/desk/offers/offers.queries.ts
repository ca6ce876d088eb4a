import { sql, type Expression, type Insertable, type SqlBool } from 'kysely'
import type { OfferListQuery } from '../../../../contract/desk/offers.ts'
import type { Page } from '../../../../contract/paging.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import type { Database } from '../../../db/schema.ts'
import { shownState } from '../banners/index.ts'

function offersOf(db: Db | Tx, now: Date) {
  return db
    .selectFrom('offer as o')
    .innerJoin('staff as s', 's.staff_id', 'o.changed_by')
    .select([
      'o.offer_id as offerId',
      'o.title_en as titleEn',
      'o.title_hi as titleHi',
      'o.text_en as textEn',
      'o.text_hi as textHi',
      'o.media_id as mediaId',
      'o.audience',
      'o.shown',
      'o.from_at as fromAt',
      'o.to_at as toAt',
      's.name as changedBy',
      'o.changed_at as changedAt',
    ])
    .select([shownState(now).as('state'), ending.as('ending')])
}
export type FoundOffer = Awaited<ReturnType<ReturnType<typeof offersOf>['executeTakeFirstOrThrow']>>

/** As its index is made: what has no end is after all that has one. */
const ending = sql<Date>`coalesce(to_at, timestamptz '9999-12-31 00:00:00+00')`
const id = { column: 'o.offer_id', type: 'int', of: (row: FoundOffer) => row.offerId } as const
const ORDERS: Record<OfferListQuery['sort'], Order<FoundOffer>> = {
  newest: { name: 'newest', direction: 'desc', key: [id] },
  ending: {
    name: 'ending',
    direction: 'asc',
    key: [{ column: ending, type: 'timestamptz', of: (row) => row.ending }, id],
  },
}

export async function offerPage(
  db: Db,
  filters: OfferListQuery,
  now: Date,
): Promise<Page<FoundOffer>> {
  const query = offersOf(db, now).where((where) => where.and(conditionsOf(filters, now)))
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

/** A programme has some hundred offers: their titles are looked through. */
function conditionsOf({ q, status }: OfferListQuery, now: Date): Expression<SqlBool>[] {
  const conditions: Expression<SqlBool>[] = []
  if (q) {
    conditions.push(sql<SqlBool>`(position(lower(cast(${q} as text)) in lower(o.title_en)) > 0
      or position(lower(cast(${q} as text)) in lower(o.title_hi)) > 0)`)
  }
  if (status) conditions.push(sql<SqlBool>`${shownState(now)} = any(${status}::text[])`)
  return conditions
}

export async function offerById(db: Db | Tx, offerId: number, now: Date) {
  return offersOf(db, now).where('o.offer_id', '=', offerId).executeTakeFirst()
}

/** What members may see at a moment, those that end first first; for whom is said by the audience. */
export async function liveOffers(db: Db, now: Date) {
  return offersOf(db, now)
    .where(shownState(now), '=', 'live')
    .orderBy(ending)
    .orderBy('o.offer_id')
    .execute()
}

/** The offer, locked to the end of the transaction: nothing begins to lead to it meanwhile. */
export async function lockOffer(tx: Tx, offerId: number, now: Date) {
  return offersOf(tx, now).where('o.offer_id', '=', offerId).forUpdate('o').executeTakeFirst()
}

type Values = Omit<Insertable<Database['offer']>, 'offer_id'>

export async function insertOffer(tx: Tx, values: Values): Promise<number> {
  const { offerId } = await tx
    .insertInto('offer')
    .values(values)
    .returning('offer_id as offerId')
    .executeTakeFirstOrThrow()
  return offerId
}

export async function updateOffer(tx: Tx, offerId: number, values: Values): Promise<void> {
  await tx.updateTable('offer').set(values).where('offer_id', '=', offerId).execute()
}

export async function deleteOffer(tx: Tx, offerId: number): Promise<void> {
  await tx.deleteFrom('offer').where('offer_id', '=', offerId).execute()
}

export type Leading = { what: 'banner' | 'message'; title: string }

/** Banners, and messages that are not sent, that lead to an offer. */
export async function leadingTo(tx: Tx, offerId: number, limit: number): Promise<Leading[]> {
  const { rows } = await sql<Leading>`
    select what, title from (
      select 'banner' as what, title, banner_id as id from banner where offer_id = ${offerId}
      union all
      select 'message', title_en, notification_id from notification
      where offer_id = ${offerId} and state <> 'sent') as things
    order by what, id limit ${limit}`.execute(tx)
  return rows
}
