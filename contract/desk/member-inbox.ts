import { z } from 'zod'
import { keptTarget } from '../people/audience.ts'
import { defineEndpoint, member } from '../endpoint.ts'
import { listQuery, page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'

const tag = 'Member'
const params = z.object({ notificationId: wholeNumber('Notification') })

const inboxItem = z.object({
  notificationId: z.number().int(),
  at: instant,
  readAt: instant.nullable(),
  title: z.string(),
  body: z.string(),
  pictures: z.array(
    z.object({ url: z.string(), width: z.number().int(), height: z.number().int() }),
  ),
  target: keptTarget,
})

export const memberInbox = defineEndpoint({
  method: 'GET',
  path: '/api/member/notifications',
  access: member,
  tag,
  summary: 'My messages, newest first, in my language',
  query: listQuery({}, ['newest']),
  response: page(inboxItem),
})

export const memberUnread = defineEndpoint({
  method: 'GET',
  path: '/api/member/notifications/unread',
  access: member,
  tag,
  summary: 'How many I have not read, counted to 100; an ETag tells when nothing changed',
  tagged: true,
  response: z.object({ unread: z.number().int() }),
})

export const readNotification = defineEndpoint({
  method: 'POST',
  path: '/api/member/notifications/:notificationId/read',
  access: member,
  tag,
  summary: 'I have read it',
  params,
  response: z.object({ message: z.string() }),
})
