import { sql } from 'kysely'
import type { NotificationListQuery } from '../../../../contract/desk/notifications.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keysetPage, type Order } from '../../../db/keyset.ts'
import { notificationBy } from '../../platform/permissions/index.ts'
import { CONTENT_COLUMNS } from './content.ts'

const total = (column: string) => number(sql`coalesce(sum(c.${sql.ref(column)}), 0)`)

function notificationRows(db: Db | Tx) {
  return db
    .selectFrom('notification as n')
    .innerJoin('staff as s', 's.staff_id', 'n.created_by')
    .leftJoin('staff as a', 'a.staff_id', 'n.approved_by')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('notification_count as c')
          .select([
            total('read').as('read'),
            total('waiting').as('waiting'),
            total('sending').as('sending'),
            total('sent').as('sent'),
            total('failed').as('failed'),
            total('unknown').as('unknown'),
          ])
          .whereRef('c.notification_id', '=', 'n.notification_id')
          .as('counts'),
      (join) => join.onTrue(),
    )
    .select(CONTENT_COLUMNS)
    .select([
      'n.notification_id as notificationId',
      'n.state',
      'n.version',
      'n.send_at as sendAt',
      'n.started_at as startedAt',
      'n.finished_at as finishedAt',
      's.name as createdBy',
      'n.changed_at as changedAt',
      'n.second_why as secondWhy',
      'a.name as approvedBy',
      'n.audience_count as audienceCount',
      'n.reached',
      'counts.read',
      'counts.waiting',
      'counts.sending',
      'counts.sent',
      'counts.failed',
      'counts.unknown',
    ])
}
export type Found = Awaited<
  ReturnType<ReturnType<typeof notificationRows>['executeTakeFirstOrThrow']>
>

const key = [
  { column: 'n.changed_at', type: 'timestamptz', of: (row: Found) => row.changedAt },
  { column: 'n.notification_id', type: 'int', of: (row: Found) => row.notificationId },
] as const
const ORDERS: Record<NotificationListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

const literal = (text: string) => text.replace(/[\\%_]/g, String.raw`\$&`)

export async function notificationPage(db: Db, filters: NotificationListQuery) {
  let query = notificationRows(db)
  if (filters.status) query = query.where('n.state', 'in', filters.status)
  if (filters.q) {
    const pattern = `%${literal(filters.q)}%`
    query = query.where((where) =>
      where.or([where('n.title_en', 'ilike', pattern), where('n.title_hi', 'ilike', pattern)]),
    )
  }
  if (filters.approver !== undefined) query = query.where(notificationBy(filters.approver))
  return keysetPage(db, query, ORDERS[filters.sort], filters)
}

export async function notificationById(db: Db | Tx, notificationId: number) {
  return notificationRows(db).where('n.notification_id', '=', notificationId).executeTakeFirst()
}
