import type { Language } from '../../../contract/members.ts'

export type Told = 'dispatched' | 'delivered' | 'restocked'
export type Subject = {
  number: string
  giftName: string
  quantity: number
  courier: string | null
  trackingNumber: string | null
  points: number
}
type Words = Record<Told, (subject: Subject) => string>

const gifts = ({ quantity, giftName }: Subject) => `${quantity} × ${giftName}`
const points = (subject: Subject) => subject.points.toLocaleString('en-IN')

const ENGLISH: Words = {
  dispatched: (subject) =>
    `${subject.number}: ${gifts(subject)} is on its way to you by ${subject.courier ?? ''}, tracking number ${subject.trackingNumber ?? ''}.`,
  delivered: (subject) =>
    `${subject.number}: ${gifts(subject)} was delivered to you. If you do not have it, tell the helpdesk.`,
  restocked: (subject) =>
    `${subject.number}: ${gifts(subject)} came back to us and is cancelled; its ${points(subject)} points are yours again.`,
}

const HINDI: Words = {
  dispatched: (subject) =>
    `${subject.number}: ${gifts(subject)} ${subject.courier ?? ''} से आपको भेजा गया है, ट्रैकिंग नंबर ${subject.trackingNumber ?? ''}।`,
  delivered: (subject) =>
    `${subject.number}: ${gifts(subject)} आपको पहुँचा दिया गया है। यदि आपको नहीं मिला, तो हेल्पडेस्क को बताएं।`,
  restocked: (subject) =>
    `${subject.number}: ${gifts(subject)} हमारे पास वापस आ गया और रद्द हुआ; ${points(subject)} अंक आपके खाते में वापस आ गए हैं।`,
}

/** What a member is told of his gift, in his language. */
export function parcelMessage(told: Told, subject: Subject, language: Language): string {
  return { en: ENGLISH, hi: HINDI }[language][told](subject)
}
