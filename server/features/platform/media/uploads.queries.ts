import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'

/** One beginning at a time: a person's second look at their uploads sees the first. */
export async function lockBeginning(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('media_upload', 0))`.execute(tx)
}

const rows = (db: Db | Tx) =>
  db
    .selectFrom('media_upload')
    .select((select) => [
      'upload_id as uploadId',
      'staff_id as staffId',
      'name',
      'type',
      number(select.ref('bytes')).as('bytes'),
      'pieces',
      'media_id as mediaId',
      'finished_at as finishedAt',
    ])
export type UploadRow = Awaited<ReturnType<ReturnType<typeof rows>['executeTakeFirstOrThrow']>>

type Claimed = {
  staffId: number
  name: string
  type: string
  bytes: number
  fingerprint: string
}

/** An unfinished upload of the same file by the same person. */
export async function sameUpload(tx: Tx, claimed: Claimed, since: Date) {
  return rows(tx)
    .where('staff_id', '=', claimed.staffId)
    .where('fingerprint', '=', claimed.fingerprint)
    .where('finished_at', 'is', null)
    .where('name', '=', claimed.name)
    .where('type', '=', claimed.type)
    .where('bytes', '=', sql<string>`${claimed.bytes}::bigint`)
    .where('begun_at', '>', since)
    .orderBy('begun_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Unfinished uploads of a person, and the bytes that all of everybody may still become. */
export async function underWay(tx: Tx, staffId: number) {
  const { rows: found } = await sql<{ mine: number; bytes: number }>`
    select count(*) filter (where staff_id = ${staffId})::int as mine,
      coalesce(sum(bytes), 0)::float8 as bytes
    from media_upload where finished_at is null`.execute(tx)
  return found[0] ?? { mine: 0, bytes: 0 }
}

export async function insertUpload(
  tx: Tx,
  claimed: Claimed & { uploadId: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('media_upload')
    .values({
      upload_id: claimed.uploadId,
      staff_id: claimed.staffId,
      name: claimed.name,
      type: claimed.type,
      bytes: claimed.bytes,
      fingerprint: claimed.fingerprint,
      begun_at: claimed.at,
      media_id: null,
      finished_at: null,
    })
    .execute()
}

export async function uploadOf(db: Db | Tx, uploadId: string, staffId: number) {
  return rows(db)
    .where('upload_id', '=', uploadId)
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
}

export async function lockUpload(tx: Tx, uploadId: string, staffId: number) {
  return rows(tx)
    .where('upload_id', '=', uploadId)
    .where('staff_id', '=', staffId)
    .forUpdate()
    .executeTakeFirst()
}

/** Counts a piece in, unless another request has. */
export async function countPiece(db: Db, uploadId: string, piece: number): Promise<void> {
  await db
    .updateTable('media_upload')
    .set({ pieces: piece + 1 })
    .where('upload_id', '=', uploadId)
    .where('pieces', '=', piece)
    .where('finished_at', 'is', null)
    .execute()
}

export async function markFinished(
  tx: Tx,
  uploadId: string,
  { mediaId, at }: { mediaId: number; at: Date },
): Promise<void> {
  await tx
    .updateTable('media_upload')
    .set({ media_id: mediaId, finished_at: at })
    .where('upload_id', '=', uploadId)
    .execute()
}

export async function deleteUpload(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom('media_upload').where('upload_id', '=', uploadId).execute()
}

/** Deletes at most `limit` uploads begun before a moment; gives those whose pieces may be there. */
export async function deleteOld(db: Db, before: Date, limit: number) {
  return db
    .deleteFrom('media_upload')
    .where('upload_id', 'in', (query) =>
      query
        .selectFrom('media_upload')
        .select('upload_id')
        .where('begun_at', '<', before)
        .orderBy('begun_at')
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['upload_id as uploadId', 'pieces'])
    .execute()
}

/** Those of the ids that are uploads on their way. */
export async function unfinished(db: Db, uploadIds: readonly string[]): Promise<Set<string>> {
  if (uploadIds.length === 0) return new Set()
  const found = await db
    .selectFrom('media_upload')
    .select('upload_id as uploadId')
    .where('upload_id', '=', sql<string>`any(${uploadIds}::uuid[])`)
    .where('finished_at', 'is', null)
    .execute()
  return new Set(found.map(({ uploadId }) => uploadId))
}

/** Those of the beginnings of names that files of the gallery have. */
export async function namedBeginnings(db: Db, beginnings: readonly string[]): Promise<Set<string>> {
  if (beginnings.length === 0) return new Set()
  const { rows: found } = await sql<{ beginning: string }>`
    select beginning from media, lateral (values
      (split_part(files #>> '{pages,0,0,name}', '-', 1)),
      (split_part(files #>> '{video,name}', '.', 1))) as named (beginning)
    where beginning = any(${beginnings}::text[])`.execute(db)
  return new Set(found.map(({ beginning }) => beginning))
}
