import { sql, type Insertable } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Database } from '../../../db/schema.ts'
import { shownState } from './shown-state.ts'

/** One writer at a time, so that places have no holes; take it before the locks of rows. */
export async function lockOrder(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('banner', 0))`.execute(tx)
}

export async function allBanners(db: Db | Tx, now: Date) {
  return db
    .selectFrom('banner as b')
    .innerJoin('staff as s', 's.staff_id', 'b.changed_by')
    .select([
      'b.banner_id as bannerId',
      'b.position',
      'b.title',
      'b.words',
      'b.media_id as mediaId',
      'b.target',
      'b.audience',
      'b.shown',
      'b.from_at as fromAt',
      'b.to_at as toAt',
      's.name as changedBy',
      'b.changed_at as changedAt',
    ])
    .select(shownState(now).as('state'))
    .orderBy('b.position')
    .execute()
}

/** What members may see at a moment, in order; for whom is said by the audience. */
export async function liveBanners(db: Db, now: Date) {
  return db
    .selectFrom('banner')
    .select([
      'banner_id as bannerId',
      'words',
      'media_id as mediaId',
      'target',
      'audience',
      'to_at as toAt',
    ])
    .where(shownState(now), '=', 'live')
    .orderBy('position')
    .execute()
}

/** The banner, locked to the end of the transaction. */
export async function lockBanner(tx: Tx, bannerId: number) {
  return tx
    .selectFrom('banner')
    .select([
      'title',
      'words',
      'media_id as mediaId',
      'target',
      'audience',
      'shown',
      'from_at as fromAt',
      'to_at as toAt',
      'position',
    ])
    .where('banner_id', '=', bannerId)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** The banners by their places: the order as it stands. Exact under lockOrder(). */
export async function orderOf(tx: Tx) {
  return tx
    .selectFrom('banner')
    .select(['banner_id as bannerId', 'title'])
    .orderBy('position')
    .execute()
}

type Values = Omit<Insertable<Database['banner']>, 'banner_id' | 'position'>

/** Adds it at the end; needs lockOrder(). */
export async function insertBanner(tx: Tx, values: Values): Promise<number> {
  const { bannerId } = await tx
    .insertInto('banner')
    .values((insert) => ({
      ...values,
      position: insert
        .selectFrom('banner')
        .select(sql<number>`coalesce(max(position), 0) + 1`.as('next')),
    }))
    .returning('banner_id as bannerId')
    .executeTakeFirstOrThrow()
  return bannerId
}

export async function updateBanner(tx: Tx, bannerId: number, values: Values): Promise<void> {
  await tx.updateTable('banner').set(values).where('banner_id', '=', bannerId).execute()
}

/** Puts all banners in this order; needs lockOrder(). */
export async function putInOrder(tx: Tx, bannerIds: readonly number[]): Promise<void> {
  await sql`update banner set position = wanted.position
    from unnest(${bannerIds}::int[]) with ordinality as wanted (banner_id, position)
    where banner.banner_id = wanted.banner_id and banner.position <> wanted.position`.execute(tx)
}

/** Takes it out and closes the hole; needs lockOrder(). */
export async function deleteBanner(tx: Tx, bannerId: number, position: number): Promise<void> {
  await tx.deleteFrom('banner').where('banner_id', '=', bannerId).execute()
  await tx
    .updateTable('banner')
    .set((set) => ({ position: set('position', '-', 1) }))
    .where('position', '>', position)
    .execute()
}

export async function countBanners(tx: Tx): Promise<number> {
  const { count } = await tx
    .selectFrom('banner')
    .select((select) => number(select.fn.countAll()).as('count'))
    .executeTakeFirstOrThrow()
  return count
}
