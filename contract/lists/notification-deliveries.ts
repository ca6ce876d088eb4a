import { LANGUAGE_NAMES } from '../people/members.ts'
import { DELIVERY_NAMES, deliveryQuery, type DeliveryRow } from '../desk/notifications.ts'
import { columnsOf, defineList } from './define.ts'

const column = columnsOf<DeliveryRow>()

export const deliveryList = defineList({
  name: 'notification-deliveries',
  noun: ['member', 'members'],
  empty: {
    title: 'Nobody has it yet',
    text: 'When the sending begins, every member it reaches stands here, with when it was read.',
  },
  query: deliveryQuery,
  id: ({ memberId }: DeliveryRow) => String(memberId),
  columns: [
    column.text('member', 'Member', (row) => row.memberName),
    column.text('code', 'Code', (row) => row.memberCode),
    column.mobile('mobile', 'Mobile', (row) => row.mobile),
    column.text('language', 'In', (row) => LANGUAGE_NAMES[row.language]),
    column.moment('inboxAt', 'In the inbox', (row) => row.inboxAt),
    column.moment('readAt', 'Read', (row) => row.readAt),
    column.text('webhook', 'SMS or push', ({ webhook }) =>
      webhook === null ? null : DELIVERY_NAMES[webhook],
    ),
    column.moment('webhookAt', 'Since', (row) => row.webhookAt, { optional: true }),
    column.text('trouble', 'Why', (row) => row.trouble),
  ],
})
