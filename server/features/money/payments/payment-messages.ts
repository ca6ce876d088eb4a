import { formatPaise } from '../../../../contract/money.ts'
import type { Language } from '../../../../contract/people/members.ts'
import { message, type Message } from '../../platform/messages/index.ts'
import type { FinalStatus } from './reconcile/record-status.service.ts'

export type PaymentOccasion = FinalStatus | 'given_up' | 'details'
export type PaymentSubject = {
  /** Of the redemption: what the member knows. */
  number: string
  kind: 'bank' | 'upi' | 'gift'
  points: number
  grossPaise: number
  netPaise: number | null
  taxPaise: number | null
  destination: string
  utr: string | null
}

const PLACES: Record<Language, Record<PaymentSubject['kind'], string>> = {
  en: { bank: 'bank account', upi: 'UPI address', gift: 'address' },
  hi: { bank: 'बैंक खाता', upi: 'UPI पता', gift: 'पता' },
}

const points = (subject: PaymentSubject) => subject.points.toLocaleString('en-IN')
function money({ number, destination, netPaise, grossPaise }: PaymentSubject) {
  return { number, destination, amount: formatPaise(netPaise ?? grossPaise) }
}

const MESSAGES: Record<PaymentOccasion, (subject: PaymentSubject) => Message> = {
  paid: (subject) =>
    message('payment_paid', {
      ...money(subject),
      tax: formatPaise(subject.taxPaise ?? 0),
      utr: subject.utr ?? '–',
    }),
  failed: (subject) => message('payment_failed', { ...money(subject), points: points(subject) }),
  reversed: (subject) =>
    message('payment_reversed', { ...money(subject), points: points(subject) }),
  given_up: (subject) =>
    message('payment_given_up', { number: subject.number, points: points(subject) }),
  details: (subject) =>
    message('payment_details', (language) => ({
      number: subject.number,
      destination: subject.destination,
      place: PLACES[language][subject.kind],
      points: points(subject),
    })),
}

/** What a member is told of the money of a redemption. */
export const paymentMessage = (occasion: PaymentOccasion, subject: PaymentSubject): Message =>
  MESSAGES[occasion](subject)
