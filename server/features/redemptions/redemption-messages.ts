import type { Language } from '../../../contract/members.ts'
import { formatPaise } from '../../../contract/money.ts'
import type { RedemptionKind } from '../../../contract/redemption-states.ts'

export type Told = 'requested' | 'approved' | 'rejected'
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

type Words = Record<Told, (subject: Subject) => string>
const points = (subject: Subject) => subject.points.toLocaleString('en-IN')
const rupees = (subject: Subject) => formatPaise(subject.amountPaise)
const gifts = ({ giftName, quantity }: Subject) => `${quantity} × ${giftName ?? ''}`

const ENGLISH: Words = {
  requested: (subject) =>
    `${subject.number}: ${points(subject)} points were asked to be redeemed on your word. If it was not you, tell the helpdesk.`,
  approved: (subject) =>
    subject.kind === 'gift'
      ? `${subject.number} is approved: ${gifts(subject)} will be sent to you.`
      : `${subject.number} is approved: ${rupees(subject)}, less tax where it is due, will be paid to ${subject.destination ?? ''}.`,
  rejected: (subject) =>
    `${subject.number} was rejected; its ${points(subject)} points are yours again. ${subject.rejectReason ?? ''}`,
}

const HINDI: Words = {
  requested: (subject) =>
    `${subject.number}: आपके कहने पर ${points(subject)} अंक भुनाने का अनुरोध किया गया है। यदि यह आपने नहीं कहा, तो हेल्पडेस्क को बताएं।`,
  approved: (subject) =>
    subject.kind === 'gift'
      ? `${subject.number} स्वीकृत हुआ: ${gifts(subject)} आपको भेजा जाएगा।`
      : `${subject.number} स्वीकृत हुआ: ${rupees(subject)} (लागू कर घटाकर) ${subject.destination ?? ''} में भेजे जाएंगे।`,
  rejected: (subject) =>
    `${subject.number} अस्वीकार हुआ; ${points(subject)} अंक आपके खाते में वापस आ गए हैं। ${subject.rejectReasonHi ?? subject.rejectReason ?? ''}`,
}

/** What a member is told of his redemption, in his language. */
export function redemptionMessage(told: Told, subject: Subject, language: Language): string {
  return { en: ENGLISH, hi: HINDI }[language][told](subject).trim()
}
