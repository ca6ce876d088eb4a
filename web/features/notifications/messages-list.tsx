import {
  listNotifications,
  NOTIFICATION_STATES,
  notificationListQuery,
  type NotificationListQuery,
  type NotificationRow,
} from '../../../contract/notifications.ts'
import { call } from '../../lib/api.ts'
import type { Column, Filter, ListSource } from '../../ui/list/types.ts'
import { Moment } from '../../ui/moment.tsx'
import { ReachedLine } from './message-progress.tsx'
import {
  CHANNEL_NAMES,
  reachedInWords,
  readShare,
  STATE_LOOKS,
  StateTag,
  webhookInWords,
  whenInWords,
} from './message-words.tsx'

export const messageSource: ListSource<NotificationRow, NotificationListQuery> = {
  name: 'notifications',
  schema: notificationListQuery,
  fetchPage: (query, signal) => call(listNotifications, { query, signal }),
  rowId: ({ notificationId }) => String(notificationId),
  // What was changed moves to the front; only what was not shown before is new.
  newsAnywhere: true,
}

export const MESSAGE_COLUMNS: Column<NotificationRow>[] = [
  { key: 'title', header: 'Title', width: 200, card: 'wide', render: ({ title }) => title },
  {
    key: 'state',
    header: 'State',
    width: 164,
    card: 'corner',
    render: ({ state }) => <StateTag state={state} />,
  },
  { key: 'when', header: 'When', width: 246, render: whenInWords },
  {
    key: 'reached',
    header: 'Reached',
    width: 138,
    render: ({ counts }) => reachedInWords(counts) && <ReachedLine counts={counts} />,
  },
  {
    key: 'read',
    header: 'Read',
    width: 66,
    align: 'right',
    render: ({ counts }) => readShare(counts),
  },
  {
    key: 'webhook',
    header: 'SMS or push',
    width: 160,
    render: ({ channels, counts }) =>
      webhookInWords(counts) ?? (channels.includes('webhook') ? null : 'Inbox only'),
  },
  {
    key: 'channels',
    header: 'Channels',
    width: 150,
    optional: true,
    render: ({ channels }) => channels.map((channel) => CHANNEL_NAMES[channel]).join(', '),
  },
  {
    key: 'changedAt',
    header: 'Changed',
    width: 152,
    sort: { descending: 'newest', ascending: 'oldest' },
    render: ({ changedAt }) => <Moment at={changedAt} />,
  },
  {
    key: 'createdBy',
    header: 'By',
    width: 126,
    optional: true,
    render: ({ createdBy }) => createdBy,
  },
]

export const MESSAGE_ORDERS = [
  { value: 'newest', label: 'Last changed first' },
  { value: 'oldest', label: 'First changed first' },
]

export const MESSAGE_FILTERS: Filter[] = [
  {
    kind: 'choices',
    name: 'status',
    label: 'State',
    primary: true,
    choices: NOTIFICATION_STATES.map((value) => ({ value, label: STATE_LOOKS[value].label })),
  },
]
