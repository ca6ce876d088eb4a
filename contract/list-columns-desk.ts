import type { Audience } from './audience.ts'
import { audienceWords } from './audience-words.ts'
import type { MediaItem } from './media.ts'
import { LANGUAGE_NAMES } from './members.ts'
import type { DeliveryRow, NotificationRow } from './notifications.ts'
import type { Offer } from './offers.ts'
import type { ErrorRow, Upload } from './onboarding.ts'
import { capital, columnsOf, momentWords, numberWords, type ListFile } from './list-column.ts'
import * as labels from './list-labels.ts'

const upload = columnsOf<Upload>()
const refused = columnsOf<ErrorRow>()
const item = columnsOf<MediaItem>()
const offer = columnsOf<Offer>()
const message = columnsOf<NotificationRow>()
const delivery = columnsOf<DeliveryRow>()

const hasErrors: ReadonlySet<Upload['state']> = new Set(['applying', 'stopped', 'applied'])

export const uploads: ListFile<Upload> = {
  id: ({ uploadId }) => uploadId,
  columns: [
    upload.text('name', 'File', (row) => row.name),
    upload.text('state', 'State', (row) => labels.UPLOAD_NAMES[row.state]),
    upload.text('kind', 'Kind', (row) => capital(row.kind)),
    upload.number('rows', 'Rows', (row) => row.rows),
    upload.number('creates', 'Create', (row) => row.creates),
    upload.number('changes', 'Change', (row) => row.changes),
    upload.number('same', 'No change', (row) => row.same),
    upload.number('refused', 'Refused', (row) => row.refused),
    upload.number('open', 'Still open', (row) => (hasErrors.has(row.state) ? row.open : 0)),
    upload.number('applied', 'Applied', (row) => row.applied),
    upload.moment('cameAt', 'Sent', (row) => row.cameAt),
    upload.text('cameBy', 'Sent by', (row) => row.cameBy),
    upload.text('appliedBy', 'Applied by', (row) => row.appliedBy),
    upload.number('bytes', 'Size, bytes', (row) => row.bytes),
  ],
}

const columnWords = ({ problems }: ErrorRow): string =>
  [...new Set(problems.map(({ column }) => column ?? 'Whole row'))].join(', ')

export const errors: ListFile<ErrorRow> = {
  id: ({ uploadId, rowNo }) => `${uploadId}-${rowNo}`,
  columns: [
    refused.text('code', 'Code', (row) => row.code ?? 'No code'),
    refused.text('columns', 'Column', columnWords),
    refused.text('reasons', 'Reason', (row) => row.problems.map(({ reason }) => reason).join(' ')),
    refused.text('file', 'File', (row) => row.fileName),
    refused.number('row', 'Row', (row) => row.rowNo),
    refused.text('kind', 'Kind', (row) => capital(row.kind)),
    refused.moment('cameAt', 'When', (row) => row.cameAt),
    refused.text('state', 'State', (row) => labels.ERROR_NAMES[row.state]),
    refused.moment('settled', 'Settled', (row) => row.settledAt),
    refused.text('settledBy', 'Settled by', (row) => row.settledBy),
  ],
}

/** The gallery shows pictures; its file holds what is known of each. */
export const media: ListFile<MediaItem> = {
  id: ({ mediaId }) => String(mediaId),
  columns: [
    item.text('title', 'Title', (row) => row.title),
    item.text('kind', 'Kind', (row) => labels.MEDIA_NAMES[row.kind]),
    item.text('tags', 'Tags', (row) => row.tags.join(', ')),
    item.number('width', 'Width, pixels', (row) => row.width),
    item.number('height', 'Height, pixels', (row) => row.height),
    item.number('pages', 'Pages', (row) => row.pages),
    item.number('bytes', 'Size, bytes', (row) => row.bytes),
    item.number('uses', 'Used in', (row) => row.uses),
    item.moment('addedAt', 'Added', (row) => row.addedAt),
    item.text('addedBy', 'Added by', (row) => row.addedBy),
    item.moment('replacedAt', 'Replaced', (row) => row.replacedAt),
  ],
}

const distributor = (distributorId: number): string => `distributor ${distributorId}`
const whom = ({ audience }: { audience: Audience }): string =>
  audienceWords(audience, { distributor })
const shown = ({ from, to }: Offer): string =>
  `From ${momentWords(from)}, ${to === null ? 'no end set' : `until ${momentWords(to)}`}`

export const offers: ListFile<Offer> = {
  id: ({ offerId }) => String(offerId),
  columns: [
    offer.text('title', 'Offer', ({ title }) => `${title.en} (${title.hi})`),
    offer.text('state', 'State', (row) => labels.BANNER_NAMES[row.state]),
    offer.text('time', 'When', shown),
    offer.text('audience', 'For whom', whom),
    offer.text('kind', 'Shows', ({ media: { kind, pages } }) =>
      kind === 'document' ? `Catalogue, ${pages} ${pages === 1 ? 'page' : 'pages'}` : 'Picture',
    ),
    offer.text('changed', 'Changed', (row) => `${momentWords(row.changedAt)} by ${row.changedBy}`),
  ],
}

function whenWords({ state, sendAt, startedAt, finishedAt }: NotificationRow): string {
  if (state === 'draft') return 'Not scheduled'
  if (startedAt === null) return sendAt ? `Scheduled for ${momentWords(sendAt)}` : 'Begins now'
  if (finishedAt !== null) return `Sent ${momentWords(finishedAt)}`
  return `Begun ${momentWords(startedAt)}`
}

const WEBHOOK_ORDER = ['sent', 'failed', 'unknown', 'sending', 'waiting'] as const

function webhookWords({ channels, counts }: NotificationRow): string | null {
  const told = WEBHOOK_ORDER.filter((state) => counts.webhook[state] > 0).map(
    (state) =>
      `${numberWords(counts.webhook[state])} ${labels.DELIVERY_NAMES[state].toLowerCase()}`,
  )
  if (told.length > 0) return told.join(' · ')
  return channels.includes('webhook') ? null : 'Inbox only'
}

const reached = ({ counts }: NotificationRow): string | null =>
  counts.audience === null
    ? null
    : `${numberWords(counts.reached)} of ${numberWords(counts.audience)}`

export const notifications: ListFile<NotificationRow> = {
  id: ({ notificationId }) => String(notificationId),
  columns: [
    message.text('title', 'Title', (row) => row.title),
    message.text('state', 'State', (row) => labels.NOTIFICATION_NAMES[row.state]),
    message.text('when', 'When', whenWords),
    message.text('reached', 'Reached', reached),
    message.number('read', 'Read, members', (row) => row.counts.read),
    message.text('webhook', 'SMS or push', webhookWords),
    message.text('channels', 'Channels', (row) =>
      row.channels.map((channel) => labels.CHANNEL_NAMES[channel]).join(', '),
    ),
    message.moment('changedAt', 'Changed', (row) => row.changedAt),
    message.text('createdBy', 'By', (row) => row.createdBy),
  ],
}

export const deliveries: ListFile<DeliveryRow> = {
  id: ({ memberId }) => String(memberId),
  columns: [
    delivery.text('member', 'Member', (row) => row.memberName),
    delivery.text('code', 'Code', (row) => row.memberCode),
    delivery.text('mobile', 'Mobile', (row) => row.mobile),
    delivery.text('language', 'In', (row) => LANGUAGE_NAMES[row.language]),
    delivery.moment('inboxAt', 'In the inbox', (row) => row.inboxAt),
    delivery.moment('readAt', 'Read', (row) => row.readAt),
    delivery.text('webhook', 'SMS or push', ({ webhook }) =>
      webhook === null ? null : labels.DELIVERY_NAMES[webhook],
    ),
    delivery.moment('webhookAt', 'Since', (row) => row.webhookAt),
    delivery.text('trouble', 'Why', (row) => row.trouble),
  ],
}
