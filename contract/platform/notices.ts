import { z } from 'zod'
import { defineEndpoint, signedIn } from '../endpoint.ts'
import { instant } from '../time.ts'

const tag = 'My account'

/** What a member of staff is told about their own work; kept for this many days. */
export const NOTICE_DAYS = 90
/** The newest so many are listed. */
export const NOTICES_SHOWN = 50

export const notice = z.object({
  noticeId: z.string(),
  words: z.string(),
  /** A path inside the dashboard. */
  link: z.string(),
  at: instant,
  read: z.boolean(),
})
export type Notice = z.infer<typeof notice>

const notices = z.object({
  /** Of all that are kept, not of those listed only. */
  unread: z.number().int(),
  items: z.array(notice),
})
export type Notices = z.infer<typeof notices>

export const myNotices = defineEndpoint({
  method: 'GET',
  path: '/api/admin/my/notices',
  access: signedIn,
  tag,
  summary: 'What I was told of my own work, the newest first',
  response: notices,
})

const noticeId = z
  .string({ error: 'Say which notice.' })
  .regex(/^\d{1,18}$/, 'This names no notice.')

export const readNotices = defineEndpoint({
  method: 'POST',
  path: '/api/admin/my/notices/read',
  access: signedIn,
  tag,
  summary: 'Mark as read the notices that I have seen, or all up to one',
  body: z
    .object({
      noticeIds: z.array(noticeId).max(NOTICES_SHOWN, 'These are too many at once.').optional(),
      upTo: noticeId.optional(),
    })
    .refine(({ noticeIds, upTo }) => (noticeIds === undefined) !== (upTo === undefined), {
      message: 'Say which notices, or up to which one.',
      path: ['noticeIds'],
    }),
  response: notices.pick({ unread: true }),
})
