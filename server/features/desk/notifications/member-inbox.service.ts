import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { mediaItems } from '../../platform/media/index.ts'
import * as queries from './member-inbox.queries.ts'
import { moveCounts, shareOf } from './sending.queries.ts'

/** More is shown as “99+” anyway. */
const UNREAD_LIMIT = 100

type Member = Pick<MemberCaller, 'memberId'>

/** A member's messages, newest first, in the language they have now. */
export async function myInbox(
  { db }: Pick<Context, 'db'>,
  { memberId }: Member,
  query: queries.InboxQuery,
) {
  const page = await queries.inboxPage(db, memberId, query)
  const mediaIds = page.items.flatMap(({ mediaId }) => mediaId ?? [])
  const media = await mediaItems(db, mediaIds)
  return {
    ...page,
    items: page.items.map(({ at, readAt, mediaId, ...item }) => ({
      ...item,
      at: at.toISOString(),
      readAt: readAt?.toISOString() ?? null,
      pictures: (mediaId !== null && media.get(mediaId)?.pictures) || [],
    })),
  }
}

export async function myUnread({ db }: Pick<Context, 'db'>, { memberId }: Member) {
  return { unread: await queries.countUnread(db, memberId, UNREAD_LIMIT) }
}

/** Marks one of a member's messages as read; it counts once, however often it is opened. */
export async function readMine(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { memberId }: Member,
  notificationId: number,
): Promise<{ message: string }> {
  await transaction(db, async (tx) => {
    const marked = await queries.markRead(tx, { notificationId, memberId, at: now() })
    if (marked === 'none') throw notFound('This message')
    if (marked === 'again') return
    await moveCounts(tx, { notificationId, share: shareOf(memberId) }, { read: 1 })
  })
  return { message: 'Read.' }
}
