import type {
  NotificationDetail,
  NotificationListQuery,
  NotificationRow,
} from '../../../../contract/desk/notifications.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { notFound } from '../../../lib/app-error.ts'
import { targetWords } from '../../people/audience/index.ts'
import { mediaItems } from '../../platform/media/index.ts'
import { contentOf } from './content.ts'
import { eventWords } from './notification-machine.ts'
import * as list from './notification-list.queries.ts'
import { eventsOf } from './notifications.queries.ts'
import { authorsOf } from './second.queries.ts'
import { linksOf } from './second.service.ts'

/** Messages with how many they reached. */
export async function listNotifications(
  { db }: Pick<Context, 'db'>,
  filters: NotificationListQuery,
) {
  const page = await list.notificationPage(db, filters)
  return { ...page, items: page.items.map(toRow) }
}

/** One message with its audience, its counts and its history, or 404. */
export async function getNotification(
  { db }: { db: Db | Tx },
  notificationId: number,
): Promise<NotificationDetail> {
  const found = await list.notificationById(db, notificationId)
  if (!found) throw notFound('This message')
  const content = contentOf(found)
  const media = content.mediaId === null ? null : await mediaItems(db, [content.mediaId])
  const [words = null] = await targetWords(db, [content.target])
  const events = await eventsOf(db, notificationId)
  return {
    ...toRow(found),
    ...content,
    version: found.version,
    media: (content.mediaId !== null && media?.get(content.mediaId)) || null,
    targetWords: words,
    links: linksOf(content),
    secondWhy: found.secondWhy,
    approvedBy: found.approvedBy,
    authorIds: await authorsOf(db, notificationId),
    events: events.map(({ at, by, step, note }) => ({
      at: at.toISOString(),
      by,
      words: eventWords(step),
      note,
    })),
  }
}

function toRow(found: list.Found): NotificationRow {
  const { notificationId, state, channels, createdBy, changedAt } = found
  const { audienceCount, reached, read, waiting, sending, sent, failed, unknown } = found
  return {
    notificationId,
    state,
    title: found.titleEn,
    channels,
    sendAt: found.sendAt?.toISOString() ?? null,
    startedAt: found.startedAt?.toISOString() ?? null,
    finishedAt: found.finishedAt?.toISOString() ?? null,
    createdBy,
    changedAt: changedAt.toISOString(),
    counts: {
      audience: audienceCount,
      reached,
      read,
      webhook: { waiting, sending, sent, failed, unknown },
    },
  }
}
