import { sql } from 'kysely'
import type { MediaKind, USE_KINDS } from '../../../../contract/platform/media.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'

export type PictureFile = { name: string; width: number; height: number; bytes: number }
/** Names in the store: of each page its sizes, the smallest first; of a video its poster and itself. */
export type MediaFiles = {
  pages: PictureFile[][]
  video: { name: string; type: string; bytes: number } | null
}
export type UseKind = (typeof USE_KINDS)[number]

/** Places that show an item: `m` is the row of media. Each is found by an index of its own. */
export const usesOf = sql<number>`(
  (select count(*) from banner where media_id = m.media_id)
  + (select count(*) from offer where media_id = m.media_id)
  + (select count(*) from gift where media_id = m.media_id)
  + (select count(*) from product where media_id = m.media_id)
  + (select count(*) from notification where media_id = m.media_id))::int`

export function mediaRows(db: Db | Tx) {
  return db
    .selectFrom('media as m')
    .innerJoin('staff', 'staff.staff_id', 'm.added_by')
    .select((select) => [
      'm.media_id as mediaId',
      'm.kind',
      'm.title',
      'm.tags',
      'm.width',
      'm.height',
      number(select.ref('m.bytes')).as('bytes'),
      'm.duration_ms as durationMs',
      sql<MediaFiles>`m.files`.as('files'),
      'staff.name as addedBy',
      'm.added_at as addedAt',
      'm.replaced_at as replacedAt',
      usesOf.as('uses'),
    ])
}
export type MediaRow = Awaited<ReturnType<ReturnType<typeof mediaRows>['executeTakeFirstOrThrow']>>

export async function mediaByIds(db: Db | Tx, mediaIds: readonly number[]): Promise<MediaRow[]> {
  if (mediaIds.length === 0) return []
  return mediaRows(db)
    .modifyFront(keepPlan('media'))
    .where('m.media_id', '=', sql<number>`any(${mediaIds}::int[])`)
    .execute()
}

/** The item, locked as a whole: nobody changes it or begins to show it meanwhile. */
export async function lockMedia(tx: Tx, mediaId: number) {
  return tx
    .selectFrom('media')
    .select(['kind', 'title', 'tags', sql<MediaFiles>`files`.as('files')])
    .where('media_id', '=', mediaId)
    .forUpdate()
    .executeTakeFirst()
}

/** The kind of an item that stays as it is, and stays at all, until the transaction ends. */
export async function sharedKind(tx: Tx, mediaId: number): Promise<MediaKind | undefined> {
  const row = await tx
    .selectFrom('media')
    .select('kind')
    .where('media_id', '=', mediaId)
    .forShare()
    .executeTakeFirst()
  return row?.kind
}

export type Use = { what: UseKind; id: string; title: string; live: boolean }

/** Where an item is shown, live ones first. Live: members may see it at this moment or later. */
export async function usesOfItem(db: Db | Tx, mediaId: number, at: Date): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select what, id, title, live from (
      select 'banner' as what, banner_id::text as id, title,
        shown and (to_at is null or to_at > ${at}) as live
      from banner where media_id = ${mediaId}
      union all
      select 'offer', offer_id::text, title_en, shown and (to_at is null or to_at > ${at})
      from offer where media_id = ${mediaId}
      union all
      select 'gift', gift_id::text, name, active from gift where media_id = ${mediaId}
      union all
      select 'product', product_id::text, name, false from product where media_id = ${mediaId}
      union all
      select 'notification', notification_id::text, title_en, state in ('draft', 'scheduled', 'sending')
      from notification where media_id = ${mediaId}) as uses
    order by live desc, what, id limit 500`.execute(db)
  return rows
}

export type Made = {
  kind: MediaKind
  width: number
  height: number
  durationMs: number | null
  files: MediaFiles
}
type About = { title: string; tags: readonly string[] }

/** Bytes of all that is kept. */
const bytesOf = ({ pages, video }: MediaFiles) =>
  pages.flat().reduce((sum, { bytes }) => sum + bytes, video?.bytes ?? 0)

const columnsOf = ({ kind, width, height, durationMs, files }: Made) => ({
  kind,
  width,
  height,
  bytes: bytesOf(files),
  duration_ms: durationMs,
  files: JSON.stringify(files),
})

export async function insertMedia(
  tx: Tx,
  made: Made & About,
  { staffId, at }: { staffId: number; at: Date },
): Promise<number> {
  const { mediaId } = await tx
    .insertInto('media')
    .values({
      ...columnsOf(made),
      title: made.title,
      tags: [...made.tags],
      added_by: staffId,
      added_at: at,
      replaced_at: null,
    })
    .returning('media_id as mediaId')
    .executeTakeFirstOrThrow()
  return mediaId
}

export async function updateFile(
  tx: Tx,
  mediaId: number,
  made: Made & About & { at: Date },
): Promise<void> {
  await tx
    .updateTable('media')
    .set({
      ...columnsOf(made),
      title: made.title,
      tags: [...made.tags],
      replaced_at: made.at,
    })
    .where('media_id', '=', mediaId)
    .execute()
}

/** Other pictures of a video: its poster. */
export async function updatePictures(tx: Tx, mediaId: number, files: MediaFiles): Promise<void> {
  await tx
    .updateTable('media')
    .set({ files: JSON.stringify(files), bytes: bytesOf(files) })
    .where('media_id', '=', mediaId)
    .execute()
}

export async function updateAbout(tx: Tx, mediaId: number, { title, tags }: About): Promise<void> {
  await tx
    .updateTable('media')
    .set({ title, tags: [...tags] })
    .where('media_id', '=', mediaId)
    .execute()
}

export async function deleteMedia(tx: Tx, mediaId: number): Promise<void> {
  await tx.deleteFrom('media').where('media_id', '=', mediaId).execute()
}

export async function newestTitled(db: Db, title: string): Promise<number> {
  const { mediaId } = await db
    .selectFrom('media')
    .select('media_id as mediaId')
    .where('title', '=', title)
    .orderBy('media_id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return mediaId
}

/** Tags with how many items have them, the commonest first. */
export async function tagsInUse(db: Db, limit: number) {
  const { rows } = await sql<{ tag: string; items: number }>`
    select tag, count(*)::int as items from media, unnest(tags) as tag
    group by tag order by items desc, tag collate "C" limit ${limit}`.execute(db)
  return rows
}
