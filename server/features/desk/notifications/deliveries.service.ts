import type { DeliveryListQuery } from '../../../../contract/desk/notifications.ts'
import type { Context } from '../../../context.ts'
import { invalidField, notFound } from '../../../lib/app-error.ts'
import { readMemberWords } from '../../people/members/index.ts'
import { deliveryPage } from './deliveries.queries.ts'
import { notificationById } from './notification-list.queries.ts'

/** Who has a message and what became of it. */
export async function listDeliveries(
  { db }: Pick<Context, 'db'>,
  notificationId: number,
  filters: DeliveryListQuery,
) {
  const sought = filters.q ? readMemberWords(filters.q) : null
  if (filters.q && !sought)
    throw invalidField('q', 'Search by a whole mobile number or member code.')
  if (!(await notificationById(db, notificationId))) throw notFound('This message')
  const page = await deliveryPage(db, notificationId, filters, sought)
  return {
    ...page,
    items: page.items.map(({ inboxAt, readAt, webhookAt, ...row }) => ({
      ...row,
      inboxAt: inboxAt.toISOString(),
      readAt: readAt?.toISOString() ?? null,
      webhookAt: webhookAt?.toISOString() ?? null,
    })),
  }
}
