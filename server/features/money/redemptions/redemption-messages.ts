import { formatPaise } from '../../../../contract/money.ts'
import type { RedemptionKind } from '../../../../contract/money/redemption-states.ts'
import { message, type Message } from '../../platform/messages/index.ts'

export type RedemptionOccasion = 'requested' | 'approved' | 'rejected'
export type Subject = {
  number: string
  kind: RedemptionKind
  points: number
  amountPaise: number
  giftName: string | null
  quantity: number
  destination: string | null
  rejectReason: string | null
  rejectReasonHi: string | null
}

const points = (subject: Subject) => subject.points.toLocaleString('en-IN')

const MESSAGES: Record<RedemptionOccasion, (subject: Subject) => Message> = {
  requested: (subject) =>
    message('redemption_requested', { number: subject.number, points: points(subject) }),
  approved: ({ number, kind, quantity, giftName, amountPaise, destination }) =>
    kind === 'gift'
      ? message('redemption_approved_gift', { number, gift: `${quantity} × ${giftName ?? ''}` })
      : message('redemption_approved', {
          number,
          amount: formatPaise(amountPaise),
          destination: destination ?? '',
        }),
  rejected: (subject) =>
    message('redemption_rejected', (language) => ({
      number: subject.number,
      points: points(subject),
      reason: (language === 'hi' ? subject.rejectReasonHi : null) ?? subject.rejectReason ?? '',
    })),
}

/** What a member is told of a redemption. */
export const redemptionMessage = (occasion: RedemptionOccasion, subject: Subject): Message =>
  MESSAGES[occasion](subject)
