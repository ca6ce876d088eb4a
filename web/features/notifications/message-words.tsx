import {
  IconCalendarClock,
  IconCheck,
  IconPencil,
  IconPlayerPause,
  IconSend,
  IconUserQuestion,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import type {
  Channel,
  DeliveryState,
  NotificationRow,
  NotificationState,
} from '../../../contract/notifications.ts'
import { formatMoment, formatNumber } from '../../lib/format.ts'
import { Tag, type Tone } from '../../ui/tag.tsx'

type Look = { label: string; tone: Tone; Picture: Icon }

export const STATE_LOOKS: Record<NotificationState, Look> = {
  draft: { label: 'Draft', tone: 'gray', Picture: IconPencil },
  proposed: { label: 'Waits for approval', tone: 'yellow', Picture: IconUserQuestion },
  scheduled: { label: 'Scheduled', tone: 'yellow', Picture: IconCalendarClock },
  sending: { label: 'Sending', tone: 'blue', Picture: IconSend },
  stopped: { label: 'Stopped', tone: 'red', Picture: IconPlayerPause },
  sent: { label: 'Sent', tone: 'green', Picture: IconCheck },
}

export function StateTag({ state }: { state: NotificationState }): ReactElement {
  const { label, ...look } = STATE_LOOKS[state]
  return <Tag {...look}>{label}</Tag>
}

export const CHANNEL_NAMES: Record<Channel, string> = {
  inbox: 'App inbox',
  webhook: 'SMS or push',
}

/** What became of messages handed to whoever sends SMS or push, and what each word means. */
export const WEBHOOK_LOOKS: Record<DeliveryState, { label: string; meaning: string; tone: Tone }> =
  {
    waiting: { label: 'Waiting', meaning: 'Its turn has not come.', tone: 'gray' },
    sending: { label: 'On its way', meaning: 'Handed over; the answer is awaited.', tone: 'blue' },
    sent: { label: 'Sent', meaning: 'The sender of SMS or push has taken it.', tone: 'green' },
    failed: {
      label: 'Failed',
      meaning: 'It was refused; the message stands in the app’s inbox all the same.',
      tone: 'red',
    },
    unknown: {
      label: 'Unknown',
      meaning: 'It may have arrived; it is never sent again.',
      tone: 'yellow',
    },
  }

export function WebhookTag({ state }: { state: DeliveryState }): ReactElement {
  const { label, tone } = WEBHOOK_LOOKS[state]
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
    .map((state) => `${formatNumber(webhook[state])} ${WEBHOOK_LOOKS[state].label.toLowerCase()}`)
  return told.length === 0 ? null : told.join(' · ')
}
