import { sql } from 'kysely'
import { PERMISSIONS, type Permission } from '../../../../contract/permissions.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

type NewNotice = { staffId: number; words: string; link: string; at: Date }

export async function insertNotice(tx: Tx, { staffId, ...notice }: NewNotice): Promise<void> {
  await tx
    .insertInto('staff_notice')
    .values({ staff_id: staffId, ...notice, read_at: null })
    .execute()
}

export async function noticesOf(db: Db, staffId: number, limit: number) {
  const rows = await db
    .selectFrom('staff_notice')
    .select(['notice_id as noticeId', 'words', 'link', 'at', 'read_at as readAt'])
    .where('staff_id', '=', staffId)
    .orderBy('notice_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, readAt, ...row }) => ({
    ...row,
    at: at.toISOString(),
    read: readAt !== null,
  }))
}

export async function unreadOf(db: Db, staffId: number): Promise<number> {
  const { unread } = await db
    .selectFrom('staff_notice')
    .select((select) => number(select.fn.countAll()).as('unread'))
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return unread
}

/** Those named, or all up to one. */
export type Read = { noticeIds?: readonly string[] | undefined; upTo?: string | undefined }

export async function markRead(
  db: Db,
  { staffId, noticeIds, upTo, at }: Read & { staffId: number; at: Date },
): Promise<void> {
  let query = db
    .updateTable('staff_notice')
    .set({ read_at: at })
    .where('staff_id', '=', staffId)
    .where('read_at', 'is', null)
  if (noticeIds) query = query.where('notice_id', '=', sql<string>`any(${noticeIds}::bigint[])`)
  if (upTo !== undefined) query = query.where('notice_id', '<=', upTo)
  await query.execute()
}

/** Removes what was told before a moment. */
export async function deleteNoticesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('staff_notice').where('at', '<', before).execute()
}

/** Everybody who can sign in and has a permission. */
export async function activeWith(tx: Tx, permission: Permission): Promise<number[]> {
  const rows = await tx
    .selectFrom('staff')
    .select('staff_id as staffId')
    .where('role', 'in', PERMISSIONS[permission])
    .where('disabled_at', 'is', null)
    .orderBy('staff_id')
    .execute()
  return rows.map(({ staffId }) => staffId)
}
