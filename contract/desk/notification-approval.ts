import { z } from 'zod'
import { defineEndpoint, having } from '../endpoint.ts'
import { plainText } from '../india.ts'
import { notificationDetail } from './notifications.ts'
import { wholeNumber } from '../paging.ts'

const tag = 'Notifications'
const params = z.object({ notificationId: wholeNumber('Notification') })

export const approveNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/approve',
  access: having('notification.approve'),
  tag,
  summary: 'Approve the sending that somebody else asked for',
  params,
  body: z.object({
    /** Of the text and audience that the approver read. */
    version: wholeNumber('Version'),
    note: plainText('The note', 300).optional(),
  }),
  response: notificationDetail,
})

export const rejectNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/reject',
  access: having('notification.approve'),
  tag,
  summary: 'Refuse the sending that somebody else asked for: it is a draft again',
  params,
  body: z.object({ note: plainText('The note', 300, 3) }),
  response: notificationDetail,
})
