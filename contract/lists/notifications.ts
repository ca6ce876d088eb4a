import {
  CHANNEL_NAMES,
  DELIVERY_NAMES,
  NOTIFICATION_NAMES,
  notificationQuery,
  type NotificationRow,
} from '../desk/notifications.ts'
import { formatMoment, formatNumber } from '../format.ts'
import { columnsOf, defineList } from './define.ts'

function whenWords({ state, sendAt, startedAt, finishedAt }: NotificationRow): string {
  if (state === 'draft') return 'Not scheduled'
  if (startedAt === null) return sendAt ? `Scheduled for ${formatMoment(sendAt)}` : 'Begins now'
  if (finishedAt !== null) return `Sent ${formatMoment(finishedAt)}`
  return `Begun ${formatMoment(startedAt)}`
}

const WEBHOOK_ORDER = ['sent', 'failed', 'unknown', 'sending', 'waiting'] as const

function webhookWords({ channels, counts }: NotificationRow): string | null {
  const told = WEBHOOK_ORDER.filter((state) => counts.webhook[state] > 0).map(
    (state) => `${formatNumber(counts.webhook[state])} ${DELIVERY_NAMES[state].toLowerCase()}`,
  )
  if (told.length > 0) return told.join(' · ')
  return channels.includes('webhook') ? null : 'Inbox only'
}

const reached = ({ counts }: NotificationRow): string | null =>
  counts.audience === null
    ? null
    : `${formatNumber(counts.reached)} of ${formatNumber(counts.audience)}`

const column = columnsOf<NotificationRow>()

export const notificationList = defineList({
  name: 'notifications',
  noun: ['message', 'messages'],
  empty: {
    title: 'No messages yet',
    text: 'A message begins as a draft in English and Hindi, gets an audience, and is sent at once or at a time. It will stand here with how many it reached.',
  },
  query: notificationQuery,
  id: ({ notificationId }: NotificationRow) => String(notificationId),
  columns: [
    column.text('title', 'Title', (row) => row.title),
    column.text('state', 'Status', (row) => NOTIFICATION_NAMES[row.state]),
    column.text('when', 'When', whenWords),
    column.text('reached', 'Reached', reached),
    column.number('read', 'Read', (row) => row.counts.read, { fileHeader: 'Read, members' }),
    column.text('webhook', 'SMS or push', webhookWords),
    column.text(
      'channels',
      'Channels',
      (row) => row.channels.map((channel) => CHANNEL_NAMES[channel]).join(', '),
      { optional: true },
    ),
    column.moment('changedAt', 'Changed', (row) => row.changedAt, {
      sort: { descending: 'newest', ascending: 'oldest' },
    }),
    column.text('createdBy', 'By', (row) => row.createdBy, { optional: true }),
  ],
})
