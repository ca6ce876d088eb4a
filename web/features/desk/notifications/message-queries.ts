import { queryOptions, type QueryClient } from '@tanstack/react-query'
import {
  getNotification,
  listNotifications,
  type NotificationDetail,
  type NotificationRow,
} from '../../../../contract/desk/notifications.ts'
import { call } from '../../../lib/api.ts'
import { replaceRow } from '../../../ui/list/list-options.ts'
import { messageSource } from './messages-list.tsx'

const SENDING_MS = 1000
/** After a failure more slowly, so that a server in need is not pressed. */
const AFTER_FAILURE_MS = 5000
const QUIET_MS = 10_000
/** As many at once as are looked after one by one. */
const MOST = 20

const { name } = messageSource
type Schedule = Pick<NotificationRow, 'state' | 'sendAt'>

const isDue = ({ state, sendAt }: Schedule): boolean =>
  (state === 'scheduled' || state === 'proposed') &&
  sendAt !== null &&
  Date.parse(sendAt) <= Date.now()
const moves = (message: Schedule): boolean => message.state === 'sending' || isDue(message)
/** Sent, but the sender of SMS or push is not through with all of them. */
const isFollowed = ({ counts }: Pick<NotificationRow, 'counts'>): boolean =>
  counts.webhook.waiting + counts.webhook.sending > 0

async function fetchOne(client: QueryClient, notificationId: number, signal?: AbortSignal) {
  const message = await call(getNotification, { params: { notificationId }, signal })
  replaceRow(client, messageSource, message)
  return message
}

/** One message; looked at every second while it is being sent. */
export const messageOptions = (id: string | undefined) =>
  queryOptions({
    queryKey: [name, 'one', id],
    queryFn: ({ signal, client }) => fetchOne(client, Number(id), signal),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data, error } }) => {
      if (!data || data.state === 'draft') return false
      if (!moves(data) && !isFollowed(data)) return QUIET_MS
      return error ? AFTER_FAILURE_MS : SENDING_MS
    },
  })

/** Rows of the list that the clock or the sender moves on. */
function movingRows(client: QueryClient): NotificationRow[] {
  const pages = client.getQueriesData<{ items: NotificationRow[] }>({ queryKey: [name, 'page'] })
  const rows = new Map(
    pages.flatMap(([, page]) => page?.items ?? []).map((row) => [row.notificationId, row]),
  )
  return [...rows.values()]
    .filter((row) => moves(row) || (row.state === 'sent' && isFollowed(row)))
    .slice(0, MOST)
}

/**
 * Keeps the rows of the list as they are by now while messages are being sent: each stays in its place.
 * Answers whether anything moves.
 */
export const movingOptions = () =>
  queryOptions({
    queryKey: [name, 'moving'],
    queryFn: async ({ signal, client }) => {
      const moving = movingRows(client)
      if (moving.length === 0) return false
      const query = { status: ['sending' as const], limit: MOST }
      const { items } = await call(listNotifications, { query, signal })
      for (const row of items) replaceRow(client, messageSource, row)
      const known = new Set(items.map(({ notificationId }) => notificationId))
      const others = moving.filter(({ notificationId }) => !known.has(notificationId))
      await Promise.all(
        others.map(({ notificationId }) => fetchOne(client, notificationId, signal)),
      )
      return true
    },
    staleTime: 0,
    refetchInterval: ({ state: { data, error } }) => {
      if (error) return AFTER_FAILURE_MS
      return data === true ? SENDING_MS * 2 : SENDING_MS * 5
    },
  })

/** Puts what an act made of a message wherever it is shown. */
export function keepMessage(client: QueryClient, message: NotificationDetail): void {
  client.setQueryData(messageOptions(String(message.notificationId)).queryKey, message)
  replaceRow(client, messageSource, message)
}

/** The list is made again: a message came, went or was written again. */
export function listAnew(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: [name, 'page'] })
  void client.invalidateQueries({ queryKey: [name, 'head'] })
}
