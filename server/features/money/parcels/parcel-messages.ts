import { message, type Message } from '../../platform/messages/index.ts'

export type ParcelOccasion = 'dispatched' | 'delivered' | 'restocked'
export type Subject = {
  number: string
  giftName: string
  quantity: number
  courier: string | null
  trackingNumber: string | null
  points: number
}

const gift = ({ quantity, giftName }: Subject) => `${quantity} × ${giftName}`

const MESSAGES: Record<ParcelOccasion, (subject: Subject) => Message> = {
  dispatched: (subject) =>
    message('gift_dispatched', {
      number: subject.number,
      gift: gift(subject),
      courier: subject.courier ?? '',
      tracking: subject.trackingNumber ?? '',
    }),
  delivered: (subject) =>
    message('gift_delivered', { number: subject.number, gift: gift(subject) }),
  restocked: (subject) =>
    message('gift_returned', {
      number: subject.number,
      gift: gift(subject),
      points: subject.points.toLocaleString('en-IN'),
    }),
}

/** What a member is told of a gift. */
export const parcelMessage = (occasion: ParcelOccasion, subject: Subject): Message =>
  MESSAGES[occasion](subject)
