import { choiceFilter, defineQuery, oneFilter } from '../lists/query.ts'
import { z } from 'zod'
import { audience, keptTarget, target } from '../people/audience.ts'
import { defineEndpoint, having, seeing } from '../endpoint.ts'
import { idempotencyKey } from '../idempotency.ts'
import { mobile, nameText, plainText } from '../india.ts'
import { mediaItem } from '../platform/media.ts'
import { page, wholeNumber } from '../paging.ts'
import { instant } from '../time.ts'
import { approverFilter } from '../waiting.ts'

const PAGE = '/dashboard/notifications'
const tag = 'Notifications'

export const NOTIFICATION_STATES = [
  'draft',
  'proposed',
  'scheduled',
  'sending',
  'stopped',
  'sent',
] as const
export const notificationState = z.enum(NOTIFICATION_STATES, { error: 'There is no such state.' })
export type NotificationState = z.infer<typeof notificationState>
export const NOTIFICATION_NAMES: Record<NotificationState, string> = {
  draft: 'Draft',
  proposed: 'Waits for approval',
  scheduled: 'Scheduled',
  sending: 'Sending',
  stopped: 'Stopped',
  sent: 'Sent',
}

export type NotificationStep =
  | 'schedule'
  | 'propose'
  | 'approve'
  | 'reject'
  | 'lapse'
  | 'unschedule'
  | 'begin'
  | 'stop'
  | 'resume'
  | 'finish'
/**
 * A draft that is to be sent is scheduled, or proposed to a second person where one is needed; so is a
 * scheduled one whose audience has grown too large by its time. `lapse`, `begin` and `finish` are done by
 * the clock and the sender; `reject`, `lapse` and `unschedule` make it a draft again.
 */
export const NOTIFICATION_MACHINE: Record<
  NotificationStep,
  { from: readonly NotificationState[]; to: NotificationState }
> = {
  schedule: { from: ['draft'], to: 'scheduled' },
  propose: { from: ['draft', 'scheduled'], to: 'proposed' },
  approve: { from: ['proposed'], to: 'scheduled' },
  reject: { from: ['proposed'], to: 'draft' },
  lapse: { from: ['proposed'], to: 'draft' },
  unschedule: { from: ['proposed', 'scheduled'], to: 'draft' },
  begin: { from: ['scheduled'], to: 'sending' },
  stop: { from: ['sending'], to: 'stopped' },
  resume: { from: ['stopped'], to: 'sending' },
  finish: { from: ['sending'], to: 'sent' },
}

/** The app's inbox, always; the webhook hands each message to whoever sends SMS or push. */
export const CHANNELS = ['inbox', 'webhook'] as const
export type Channel = (typeof CHANNELS)[number]
export const CHANNEL_NAMES: Record<Channel, string> = {
  inbox: 'App inbox',
  webhook: 'SMS or push',
}

/**
 * What became of one member's message by the webhook. `unknown`: it left and nobody can tell whether it
 * got through, as no answer came or the other side broke; it is not sent again, so nobody has it twice.
 */
export const DELIVERY_STATES = ['waiting', 'sending', 'sent', 'failed', 'unknown'] as const
export const deliveryState = z.enum(DELIVERY_STATES, { error: 'There is no such state.' })
export type DeliveryState = z.infer<typeof deliveryState>
export const DELIVERY_NAMES: Record<DeliveryState, string> = {
  waiting: 'Waiting',
  sending: 'On its way',
  sent: 'Sent',
  failed: 'Failed',
  unknown: 'Unknown',
}

const words = (label: string) =>
  z.object({
    title: nameText(`The title in ${label}`, 60, 2),
    body: plainText(`The message in ${label}`, 300, 2),
  })
const content = {
  en: words('English'),
  hi: words('Hindi'),
  mediaId: wholeNumber('Picture').nullable().default(null),
  target,
  audience,
  channels: z
    .array(z.enum(CHANNELS, { error: 'There is no such channel.' }))
    .max(2)
    .refine((channels) => channels.includes('inbox'), 'A message always goes to the inbox.')
    .default(['inbox']),
}

/** Members, counted by rows: every member of `reached` has one row. */
const counts = z.object({
  /** Of the audience when the sending began; null before. */
  audience: z.number().int().nullable(),
  reached: z.number().int(),
  read: z.number().int(),
  webhook: z.object({
    waiting: z.number().int(),
    sending: z.number().int(),
    sent: z.number().int(),
    failed: z.number().int(),
    unknown: z.number().int(),
  }),
})

export const notificationRow = z.object({
  notificationId: z.number().int(),
  state: notificationState,
  title: z.string(),
  channels: z.array(z.enum(CHANNELS)),
  /** When it is or was to begin; null: not planned. */
  sendAt: instant.nullable(),
  startedAt: instant.nullable(),
  finishedAt: instant.nullable(),
  createdBy: z.string(),
  changedAt: instant,
  counts,
})
export type NotificationRow = z.infer<typeof notificationRow>

export const notificationDetail = notificationRow.extend({
  ...content,
  target: keptTarget,
  /** Of the content: what a change or a schedule says it has read. */
  version: z.number().int(),
  media: mediaItem.nullable(),
  targetWords: z.string().nullable(),
  /** The hosts that a member can open from it. */
  links: z.array(z.string()),
  /** Why a second person is needed, and who approved it; null where none is. */
  secondWhy: z.string().nullable(),
  approvedBy: z.string().nullable(),
  /** Who wrote, changed or planned it: they do not approve it. */
  authorIds: z.array(z.number().int()),
  events: z.array(
    z.object({
      at: instant,
      by: z.string().nullable(),
      words: z.string(),
      note: z.string().nullable(),
    }),
  ),
})
export type NotificationDetail = z.infer<typeof notificationDetail>

export const notificationQuery = defineQuery({
  search: { label: 'Title', max: 60 },
  filters: [choiceFilter('status', 'Status', NOTIFICATION_NAMES, { primary: true })],
  orders: { newest: 'Last changed first', oldest: 'First changed first' },
  more: { approver: approverFilter },
})
export const notificationListQuery = notificationQuery.schema
export type NotificationListQuery = z.infer<typeof notificationListQuery>

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/admin/notifications',
  access: seeing(PAGE),
  tag,
  summary: 'Messages to members with how many they reached, the last changed first',
  query: notificationListQuery,
  response: page(notificationRow),
})

export const listChannels = defineEndpoint({
  method: 'GET',
  path: '/api/admin/notification-channels',
  access: seeing(PAGE),
  tag,
  summary:
    'The channels that this installation has: the inbox, and the webhook where one is set up, with its hours',
  response: z.object({
    channels: z.array(z.enum(CHANNELS)),
    /** Between which hours of India the webhook is used. */
    promotionHours: z.object({ from: z.number().int(), to: z.number().int() }),
    /** How many members one person writes to in a day without a second person. */
    aloneMembers: z.number().int(),
  }),
})

const params = z.object({ notificationId: wholeNumber('Notification') })

export const getNotification = defineEndpoint({
  method: 'GET',
  path: '/api/admin/notifications/:notificationId',
  access: seeing(PAGE),
  tag,
  summary: 'One message with its audience, its counts and its history',
  params,
  response: notificationDetail,
})

export const saveNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications',
  access: having('notification.send'),
  tag,
  summary: 'Write a draft, or change the one that notificationId names',
  body: z.object({
    ...content,
    notificationId: wholeNumber('Notification').optional(),
    /** Of the draft that was read: somebody else’s change in between is not overwritten. */
    version: wholeNumber('Version').optional(),
    /** A new draft: sent again it is the same one. */
    idempotencyKey,
  }),
  response: notificationDetail,
})

export const deleteNotification = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/notifications/:notificationId',
  access: having('notification.send'),
  tag,
  summary: 'Delete a draft',
  params,
  response: z.object({ message: z.string() }),
})

export const countAudience = defineEndpoint({
  method: 'POST',
  path: '/api/admin/audience-count',
  access: seeing(PAGE, '/dashboard/media/banner', '/dashboard/media/ecatalogue'),
  tag,
  summary: 'How many members an audience has now, and in which language',
  body: z.object({ audience }),
  response: z.object({
    members: z.number().int(),
    en: z.number().int(),
    hi: z.number().int(),
    all: z.number().int(),
  }),
})

export const testNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/test',
  access: having('notification.send'),
  tag,
  summary:
    'Send it to one number by the webhook, in both languages, marked as a test; it counts nowhere',
  params,
  body: z.object({ mobile }),
  response: z.object({ message: z.string() }),
})

export const scheduleNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/schedule',
  access: having('notification.send'),
  tag,
  summary:
    'Send it now or at a time, or propose that where it needs a second person; refused for an audience of nobody, a time that has passed or a draft that changed',
  params,
  body: z.object({ version: wholeNumber('Version'), sendAt: instant.nullable() }),
  response: notificationDetail,
})

export const unscheduleNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/unschedule',
  access: having('notification.send'),
  tag,
  summary: 'Take the plan or the proposal back before it began: a draft again',
  params,
  response: notificationDetail,
})

const withReason = z.object({ reason: plainText('The reason', 300, 3) })
export const stopNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/stop',
  access: having('notification.send'),
  tag,
  summary: 'Stop the sending: who has it keeps it, nobody else gets it until it is resumed',
  params,
  body: withReason,
  response: notificationDetail,
})

export const resumeNotification = defineEndpoint({
  method: 'POST',
  path: '/api/admin/notifications/:notificationId/resume',
  access: having('notification.send'),
  tag,
  summary: 'Go on where it stopped',
  params,
  body: withReason,
  response: notificationDetail,
})

export const deliveryQuery = defineQuery({
  search: { label: 'Mobile or member code', max: 60 },
  filters: [
    oneFilter('read', 'Read', { yes: 'Read', no: 'Not read' }, { primary: true }),
    choiceFilter('webhook', 'SMS or push', DELIVERY_NAMES, { primary: true }),
  ],
  orders: { member: 'By member' },
})
export const deliveryListQuery = deliveryQuery.schema
export type DeliveryListQuery = z.infer<typeof deliveryListQuery>
export const deliveryRow = z.object({
  memberId: z.number().int(),
  memberCode: z.string(),
  memberName: z.string(),
  mobile: z.string(),
  language: z.enum(['en', 'hi']),
  inboxAt: instant,
  readAt: instant.nullable(),
  webhook: deliveryState.nullable(),
  webhookAt: instant.nullable(),
  /** Why the webhook failed, or why nobody can tell. */
  trouble: z.string().nullable(),
})
export type DeliveryRow = z.infer<typeof deliveryRow>

export const listDeliveries = defineEndpoint({
  method: 'GET',
  path: '/api/admin/notifications/:notificationId/deliveries',
  access: seeing(PAGE),
  tag,
  summary: 'Who has it, and what became of it',
  params,
  query: deliveryListQuery,
  response: page(deliveryRow),
})
