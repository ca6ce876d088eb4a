import {
  DELIVERY_NAMES,
  NOTIFICATION_NAMES,
  type DeliveryState,
  type NotificationRow,
  type NotificationState,
} from '../../../../contract/desk/notifications.ts'
import { labelled, Tag } from '../../../ui/tag.tsx'
import {
  IconCalendarClock,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconSend,
  IconUserQuestion,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatMoment, formatNumber } from '../../../lib/format.ts'

export const STATE_STYLES = labelled(NOTIFICATION_NAMES, {
  draft: { tone: 'gray', Picture: IconPencil },
  proposed: { tone: 'yellow', Picture: IconUserQuestion },
  scheduled: { tone: 'yellow', Picture: IconCalendarClock },
  sending: { tone: 'blue', Picture: IconSend },
  stopped: { tone: 'red', Picture: IconPlayerPause },
  sent: { tone: 'green', Picture: IconCheck },
})

export function StateTag({ state }: { state: NotificationState }): ReactElement {
  return <Tag {...STATE_STYLES[state]} />
}

/** What became of messages handed to whoever sends SMS or push, and what each word means. */
export const WEBHOOK_STYLES = labelled(DELIVERY_NAMES, {
  waiting: { meaning: 'Its turn has not come.', tone: 'gray' },
  sending: { meaning: 'Handed over; the answer is awaited.', tone: 'blue' },
  sent: { meaning: 'The sender of SMS or push has taken it.', tone: 'green' },
  failed: {
    meaning: 'It was refused; the message stands in the app’s inbox all the same.',
    tone: 'red',
  },
  unknown: {
    meaning: 'It may have arrived; it is never sent again.',
    tone: 'yellow',
  },
})

export function WebhookTag({ state }: { state: DeliveryState }): ReactElement {
  const { label, tone } = WEBHOOK_STYLES[state]
  return <Tag tone={tone}>{label}</Tag>
}

/** When it begins or began: "Scheduled for 20 Nov 2026, 14:05". */
export function whenInWords({ state, sendAt, startedAt, finishedAt }: NotificationRow): string {
  if (state === 'draft') return 'Not scheduled'
  if (state === 'proposed') {
    return sendAt ? `Asked for ${formatMoment(sendAt)}` : 'Once it is approved'
  }
  if (startedAt === null) return sendAt ? `Scheduled for ${formatMoment(sendAt)}` : 'Begins now'
  if (finishedAt !== null) return `Sent ${formatMoment(finishedAt)}`
  return `Begun ${formatMoment(startedAt)}`
}

type Counts = NotificationRow['counts']

/** "4,000 of 12,430"; null before the sending began. */
export function reachedInWords({ audience, reached }: Counts): string | null {
  return audience === null ? null : `${formatNumber(reached)} of ${formatNumber(audience)}`
}

/** The share of those reached who read it: "45 %"; null while nobody is reached. */
export function readShare({ reached, read }: Counts): string | null {
  if (reached === 0) return null
  const percent = (read / reached) * 100
  // Neither everybody nor nobody unless it is so.
  const told = Math.min(
    read === reached ? 100 : 99,
    Math.max(read > 0 ? 1 : 0, Math.round(percent)),
  )
  return `${told} %`
}

/** What the webhook did so far: "12,000 sent · 30 failed"; null where nothing goes by it. */
export function webhookInWords({ webhook }: Counts): string | null {
  const told = (['sent', 'failed', 'unknown', 'sending', 'waiting'] as const)
    .filter((state) => webhook[state] > 0)
    .map((state) => `${formatNumber(webhook[state])} ${WEBHOOK_STYLES[state].label.toLowerCase()}`)
  return told.length === 0 ? null : told.join(' · ')
}
