import { columnsFor, listSource } from '../../../ui/list/define.tsx'
import { notificationList } from '../../../../contract/lists/notifications.ts'
import {
  listNotifications,
  notificationListQuery,
} from '../../../../contract/desk/notifications.ts'
import { call } from '../../../lib/api.ts'
import { ReachedLine } from './message-progress.tsx'
import {
  reachedInWords,
  readShare,
  StateTag,
  webhookInWords,
  whenInWords,
} from './message-words.tsx'

export const messageSource = listSource(notificationList, {
  schema: notificationListQuery,
  fetchPage: (query, signal) => call(listNotifications, { query, signal }),
  // What was changed moves to the front; only what was not shown before is new.
  newsAnywhere: true,
})

export const MESSAGE_COLUMNS = columnsFor(notificationList, {
  title: { width: 200, card: 'wide' },
  state: { width: 164, card: 'corner', render: ({ state }) => <StateTag state={state} /> },
  when: { width: 246, render: whenInWords },
  reached: {
    width: 138,
    render: ({ counts }) => reachedInWords(counts) && <ReachedLine counts={counts} />,
  },
  read: { width: 66, render: ({ counts }) => readShare(counts) },
  webhook: {
    width: 160,
    render: ({ channels, counts }) =>
      webhookInWords(counts) ?? (channels.includes('webhook') ? null : 'Inbox only'),
  },
  channels: 150,
  changedAt: 152,
  createdBy: 126,
})
