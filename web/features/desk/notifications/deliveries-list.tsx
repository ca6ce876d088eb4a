import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { deliveryList } from '../../../../contract/lists/notification-deliveries.ts'
import { deliveryListQuery, listDeliveries } from '../../../../contract/desk/notifications.ts'
import { wholeNumber } from '../../../../contract/paging.ts'
import { call } from '../../../lib/api.ts'
import { Moment } from '../../../ui/moment.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { WebhookTag } from './message-words.tsx'

/** The number of the message stands in the address as `of`, beside the filters. */
const schema = deliveryListQuery.extend({ of: wholeNumber('Message').default(0) })

export const deliverySource = listSource(deliveryList, {
  schema,
  fetchPage: ({ of, ...query }, signal) =>
    call(listDeliveries, { params: { notificationId: of }, query, signal }),
  newsAnywhere: true,
})

export const DELIVERY_COLUMNS = columnsFor(deliveryList, {
  member: {
    width: 180,
    card: 'wide',
    render: ({ memberId, memberName }) => (
      <PageLink to="/dashboard/users" search={{ open: String(memberId) }}>
        {memberName}
      </PageLink>
    ),
  },
  code: 100,
  mobile: 140,
  language: 74,
  inboxAt: 152,
  readAt: { width: 152, render: ({ readAt }) => (readAt ? <Moment at={readAt} /> : 'Not yet') },
  webhook: {
    width: 116,
    card: 'corner',
    render: ({ webhook }) => webhook && <WebhookTag state={webhook} />,
  },
  webhookAt: 152,
  trouble: 200,
})
