import { sql, type Insertable } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { OPEN_STATES } from '../redemptions/index.ts'

/** Pieces that redemptions in these states took. */
const taken = (states: readonly string[]) =>
  sql<number>`(select coalesce(sum(r.quantity), 0)::int from redemption r
    where r.gift_id = g.gift_id and r.state = any(${[...states]}::text[]))`

function giftsOf(db: Db | Tx) {
  return db
    .selectFrom('gift as g')
    .select((select) => [
      'g.gift_id as giftId',
      'g.code',
      'g.name',
      'g.text',
      'g.points',
      number(select.ref('g.value_paise')).as('valuePaise'),
      'g.media_id as mediaId',
      'g.active',
      'g.stock',
      taken(OPEN_STATES).as('promised'),
      taken(['paid']).as('given'),
    ])
}
export type FoundGift = Awaited<ReturnType<ReturnType<typeof giftsOf>['executeTakeFirstOrThrow']>>

export const allGifts = (db: Db) =>
  giftsOf(db)
    .orderBy(sql`lower(g.name)`)
    .orderBy('g.gift_id')
    .execute()

export const giftById = (db: Db | Tx, giftId: number) =>
  giftsOf(db).where('g.gift_id', '=', giftId).executeTakeFirst()

/** The gift, locked to the end of the transaction: no redemption takes or gives back meanwhile. */
export async function lockGift(tx: Tx, giftId: number) {
  return tx
    .selectFrom('gift')
    .select((select) => [
      'code',
      'name',
      'text',
      'points',
      number(select.ref('value_paise')).as('valuePaise'),
      'media_id as mediaId',
      'active',
      'stock',
    ])
    .where('gift_id', '=', giftId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

export async function giftNamed(db: Db | Tx, code: string) {
  return db
    .selectFrom('gift')
    .select(['gift_id as giftId', 'name'])
    .where('code', '=', code)
    .executeTakeFirst()
}

export async function countGifts(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('gift')
    .select((select) => number(select.fn.countAll()).as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Values = Omit<Insertable<Database['gift']>, 'gift_id' | 'stock'>

export async function insertGift(tx: Tx, values: Values): Promise<number> {
  const { giftId } = await tx
    .insertInto('gift')
    .values(values)
    .returning('gift_id as giftId')
    .executeTakeFirstOrThrow()
  return giftId
}

export async function updateGift(tx: Tx, giftId: number, values: Values): Promise<void> {
  await tx.updateTable('gift').set(values).where('gift_id', '=', giftId).execute()
}

// ── the stock ──
/** The last changes of the stock by hand, newest first; what had been put in before has no person. */
export async function stockChanges(db: Db | Tx, giftId: number, limit: number) {
  return db
    .selectFrom('gift_stock_change as c')
    .leftJoin('staff as s', 's.staff_id', 'c.staff_id')
    .select([
      'c.at',
      sql<string>`coalesce(s.name, 'System')`.as('by'),
      'c.change',
      'c.stock_after as stockAfter',
      'c.reason',
    ])
    .where('c.gift_id', '=', giftId)
    .orderBy('c.change_id', 'desc')
    .limit(limit)
    .execute()
}

/** What was asked for with a key of this gift before. */
export async function changeUnder(tx: Tx, giftId: number, keyDigest: Buffer) {
  return tx
    .selectFrom('gift_stock_change')
    .select('body_digest as bodyDigest')
    .where('gift_id', '=', giftId)
    .where('key_digest', '=', keyDigest)
    .executeTakeFirst()
}

/** Needs lockGift(). */
export async function writeStock(
  tx: Tx,
  change: Insertable<Database['gift_stock_change']>,
): Promise<void> {
  await tx
    .updateTable('gift')
    .set({ stock: change.stock_after })
    .where('gift_id', '=', change.gift_id)
    .execute()
  await tx.insertInto('gift_stock_change').values(change).execute()
}
