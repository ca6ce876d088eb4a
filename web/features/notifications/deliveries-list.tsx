import {
  DELIVERY_STATES,
  deliveryListQuery,
  listDeliveries,
  type DeliveryListQuery,
  type DeliveryRow,
} from '../../../contract/notifications.ts'
import { LANGUAGE_NAMES } from '../../../contract/members.ts'
import { wholeNumber } from '../../../contract/paging.ts'
import { call } from '../../lib/api.ts'
import { formatMobile } from '../../lib/format.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { SeenLink } from '../charges/seen-link.tsx'
import { WEBHOOK_LOOKS, WebhookTag } from './message-words.tsx'

/** The number of the message stands in the address as `of`, beside the filters. */
const schema = deliveryListQuery.extend({ of: wholeNumber('Message').default(0) })
type Query = DeliveryListQuery & { of: number }

export const deliverySource: ListSource<DeliveryRow, Query> = {
  name: 'notification-deliveries',
  schema,
  fetchPage: ({ of, ...query }, signal) =>
    call(listDeliveries, { params: { notificationId: of }, query, signal }),
  rowId: ({ memberId }) => String(memberId),
  newsAnywhere: true,
}

export const DELIVERY_COLUMNS: Column<DeliveryRow>[] = [
  {
    key: 'member',
    header: 'Member',
    width: 180,
    card: 'wide',
    render: ({ memberId, memberName }) => (
      <SeenLink to="/dashboard/users" search={{ open: String(memberId) }}>
        {memberName}
      </SeenLink>
    ),
  },
  { key: 'code', header: 'Code', width: 100, render: ({ memberCode }) => memberCode },
  { key: 'mobile', header: 'Mobile', width: 140, render: ({ mobile }) => formatMobile(mobile) },
  { key: 'language', header: 'In', width: 74, render: ({ language }) => LANGUAGE_NAMES[language] },
  {
    key: 'inboxAt',
    header: 'In the inbox',
    width: 152,
    render: (row) => <Moment at={row.inboxAt} />,
  },
  {
    key: 'readAt',
    header: 'Read',
    width: 152,
    render: ({ readAt }) => (readAt ? <Moment at={readAt} /> : 'Not yet'),
  },
  {
    key: 'webhook',
    header: 'SMS or push',
    width: 116,
    card: 'corner',
    render: ({ webhook }) => webhook && <WebhookTag state={webhook} />,
  },
  {
    key: 'webhookAt',
    header: 'Since',
    width: 152,
    optional: true,
    render: ({ webhookAt }) => webhookAt && <Moment at={webhookAt} />,
  },
  { key: 'trouble', header: 'Why', width: 200, render: ({ trouble }) => trouble },
]

export const DELIVERY_ORDERS = [{ value: 'member', label: 'By member' }]

export const DELIVERY_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'read',
    label: 'Read',
    primary: true,
    one: true,
    choices: [
      { value: 'yes', label: 'Read' },
      { value: 'no', label: 'Not read' },
    ],
  },
  {
    kind: 'choices',
    name: 'webhook',
    label: 'SMS or push',
    primary: true,
    choices: DELIVERY_STATES.map((value) => ({ value, label: WEBHOOK_LOOKS[value].label })),
  },
]
