import { sql, type Insertable, type Updateable } from 'kysely'
import type {
  OnboardingKind,
  UploadListQuery,
  Upload,
} from '../../../../contract/people/onboarding.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import type { Database } from '../../../db/schema.ts'
import type { StaffCaller } from '../../../http/caller.ts'

const open = sql<number>`(select count(*)::float8 from onboarding_row r
  where r.upload_id = u.upload_id and r.state = 'open')`

const uploadRows = (db: Db | Tx) =>
  db
    .selectFrom('onboarding_upload as u')
    .innerJoin('staff as came', 'came.staff_id', 'u.came_by')
    .leftJoin('staff as applier', 'applier.staff_id', 'u.applied_by')
    .select([
      'u.upload_id as uploadId',
      'u.kind',
      'u.name',
      'u.state',
      'u.words',
      'u.bytes',
      'u.rows',
      'u.creates',
      'u.changes',
      'u.same',
      'u.refused',
      'u.applied',
      open.as('open'),
      'u.came_at as cameAt',
      'came.name as cameBy',
      'u.applied_at as appliedAt',
      'applier.name as appliedBy',
      'u.ended_at as endedAt',
    ])
type Found = Awaited<ReturnType<ReturnType<typeof uploadRows>['executeTakeFirstOrThrow']>>

const uploadId = {
  column: 'u.upload_id',
  type: 'bigint',
  of: (row: Found) => row.uploadId,
} as const
const ORDERS: Record<UploadListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [uploadId] },
  oldest: { name: 'oldest', direction: 'asc', key: [uploadId] },
}

export async function uploadPage(db: Db, filters: UploadListQuery) {
  let query = uploadRows(db)
  if (filters.kind) query = query.where('u.kind', 'in', filters.kind)
  if (filters.status) query = query.where('u.state', 'in', filters.status)
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

export async function uploadById(db: Db | Tx, id: string) {
  return uploadRows(db).where('u.upload_id', '=', id).executeTakeFirst()
}

export function toUpload(found: Found, sentBefore = false): Upload {
  return {
    ...found,
    cameAt: found.cameAt.toISOString(),
    appliedAt: found.appliedAt?.toISOString() ?? null,
    endedAt: found.endedAt?.toISOString() ?? null,
    sentBefore,
  }
}

export type NewUpload = Insertable<Database['onboarding_upload']>

/** Whether it was written: false where the very same file stands already, once whoever sent it is done. */
export async function insertUpload(tx: Tx, upload: NewUpload): Promise<boolean> {
  const { rows } = await sql`
    insert into onboarding_upload (upload_id, kind, name, digest, bytes, state, came_by, came_at)
    values (${upload.upload_id}, ${upload.kind}, ${upload.name}, ${upload.digest}, ${upload.bytes},
      ${upload.state}, ${upload.came_by}, ${upload.came_at})
    on conflict do nothing returning upload_id`.execute(tx)
  return rows.length > 0
}

export async function uploadOfFile(db: Db | Tx, kind: OnboardingKind, digest: Buffer) {
  return uploadRows(db)
    .where('u.kind', '=', kind)
    .where('u.digest', '=', digest)
    .where('u.state', 'not in', ['refused', 'discarded', 'taken_back'])
    .executeTakeFirst()
}

export async function insertFilePiece(tx: Tx, uploadId: string, piece: number, sealed: Buffer) {
  await tx.insertInto('onboarding_file').values({ upload_id: uploadId, piece, sealed }).execute()
}

export async function filePiece(db: Db, uploadId: string, piece: number): Promise<Buffer | null> {
  const found = await db
    .selectFrom('onboarding_file')
    .select('sealed')
    .where('upload_id', '=', uploadId)
    .where('piece', '=', piece)
    .executeTakeFirst()
  return found?.sealed ?? null
}

export async function deleteFile(tx: Tx, uploadId: string): Promise<void> {
  await tx.deleteFrom('onboarding_file').where('upload_id', '=', uploadId).execute()
}

export async function lockUpload(tx: Tx, uploadId: string) {
  return tx
    .selectFrom('onboarding_upload')
    .select(['kind', 'name', 'state', 'reading', 'bytes', 'applied_by as appliedBy'])
    .where('upload_id', '=', uploadId)
    .forUpdate()
    .executeTakeFirst()
}

type Change = Pick<
  Updateable<Database['onboarding_upload']>,
  'state' | 'words' | 'header' | 'applied_by' | 'applied_at' | 'ended_at' | 'reading'
>

export async function setUpload(tx: Tx, uploadId: string, change: Change): Promise<void> {
  await tx.updateTable('onboarding_upload').set(change).where('upload_id', '=', uploadId).execute()
}

export type Counts = Record<'rows' | 'creates' | 'changes' | 'same' | 'refused' | 'applied', number>
export const NO_COUNTS: Counts = {
  rows: 0,
  creates: 0,
  changes: 0,
  same: 0,
  refused: 0,
  applied: 0,
}

/** Counts on from what an upload has. */
export async function addCounts(tx: Tx, uploadId: string, by: Counts): Promise<void> {
  await sql`
    update onboarding_upload set rows = rows + ${by.rows}, creates = creates + ${by.creates},
      changes = changes + ${by.changes}, same = same + ${by.same},
      refused = refused + ${by.refused}, applied = applied + ${by.applied}
    where upload_id = ${uploadId}`.execute(tx)
}

export async function clearCounts(tx: Tx, uploadId: string): Promise<void> {
  await tx
    .updateTable('onboarding_upload')
    .set(NO_COUNTS)
    .where('upload_id', '=', uploadId)
    .execute()
}

export async function countsOf(tx: Tx, uploadId: string): Promise<Counts> {
  return tx
    .selectFrom('onboarding_upload')
    .select(['rows', 'creates', 'changes', 'same', 'refused', 'applied'])
    .where('upload_id', '=', uploadId)
    .executeTakeFirstOrThrow()
}

/** Who said that a file is to be applied, as they are now: the work is done once they are gone. */
export async function callerById(tx: Tx, staffId: number): Promise<StaffCaller> {
  const found = await tx
    .selectFrom('staff')
    .select(['staff_id as staffId', 'email', 'name', 'role', 'plant_id as plantId'])
    .where('staff_id', '=', staffId)
    .executeTakeFirstOrThrow()
  return { kind: 'staff', ...found, sessionHash: Buffer.alloc(0) }
}

/** Files that nobody applied since a moment. */
export async function forgottenUploads(db: Db, before: Date): Promise<string[]> {
  const found = await db
    .selectFrom('onboarding_upload')
    .select('upload_id as uploadId')
    .where('state', '=', 'ready')
    .where('came_at', '<', before)
    .orderBy('upload_id')
    .execute()
  return found.map((upload) => upload.uploadId)
}
