import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import {
  approvePayment,
  declinePayment,
  giveUpPayment,
  type PaymentStory,
} from '../../../../contract/money/payments.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ActProps } from './act-props.ts'
import { keepStory } from './payment-queries.ts'

const paymentIdOf = ({ attempts }: PaymentStory): string => attempts[0]?.paymentId ?? ''
const nameOf = ({ attempts, redemptionNumber }: PaymentStory): string =>
  attempts[0]?.number ?? redemptionNumber

/** Where the money would go, and where it went before. */
function placesOf({ attempts }: PaymentStory): { now: string; before: string } {
  const [newest, ...others] = attempts
  const old = others.find(({ destination }) => destination !== null)
  return {
    now: newest?.destination ?? 'the new destination',
    before: old?.destination ?? 'a destination that is not on record',
  }
}

export function ApproveDialog({ story, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { now, before } = placesOf(story)
  const approve = async (note: string): Promise<void> => {
    const params = { paymentId: paymentIdOf(story) }
    keepStory(client, await call(approvePayment, { params, body: { note: note || undefined } }))
    notifyDone(`${nameOf(story)} is approved and queued.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Approve ${nameOf(story)}`}
      what={`${formatPaise(story.grossPaise)} before tax goes to ${now} instead of ${before}. It is queued as soon as you approve.`}
      submit="Approve"
      optional
      onConfirm={approve}
      onClose={onClose}
    />
  )
}

export function DeclineDialog({ story, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { now } = placesOf(story)
  const decline = async (reason: string): Promise<void> => {
    const params = { paymentId: paymentIdOf(story) }
    keepStory(client, await call(declinePayment, { params, body: { reason } }))
    notifyDone(`${nameOf(story)} is declined.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Decline ${nameOf(story)}`}
      what={`Nothing goes to ${now}. The points of ${story.memberName} stay held; it can be proposed again on Payment Reinitiate.`}
      submit="Decline"
      danger
      onConfirm={decline}
      onClose={onClose}
    />
  )
}

export function GiveUpDialog({ story, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const { redemptionId, redemptionNumber, points, memberName, grossPaise } = story
  const giveUp = async (reason: string): Promise<void> => {
    keepStory(client, await call(giveUpPayment, { params: { redemptionId }, body: { reason } }))
    notifyDone(`${redemptionNumber} is given up, and the points are back.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Give up ${redemptionNumber}`}
      what={`${formatPaise(grossPaise)} is not paid any more, and ${memberName} gets ${formatAmount(points, 'point')} back. This cannot be undone; the member may ask again.`}
      submit="Give up"
      danger
      onConfirm={giveUp}
      onClose={onClose}
    />
  )
}
