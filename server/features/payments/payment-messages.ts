import { formatPaise } from '../../../contract/money.ts'
import type { Language } from '../../../contract/members.ts'
import type { News } from './apply.service.ts'

export type ToldOfPayment = News | 'given_up' | 'details'
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

type Words = Record<ToldOfPayment, (subject: PaymentSubject) => string>
const points = (subject: PaymentSubject) => subject.points.toLocaleString('en-IN')
const net = ({ netPaise, grossPaise }: PaymentSubject) => formatPaise(netPaise ?? grossPaise)

const PLACES = {
  en: { bank: 'bank account', upi: 'UPI address', gift: 'address' },
  hi: { bank: 'बैंक खाता', upi: 'UPI पता', gift: 'पता' },
} as const

const ENGLISH: Words = {
  paid: (subject) =>
    `${subject.number}: ${net(subject)} was paid to ${subject.destination}.${subject.taxPaise ? ` ${formatPaise(subject.taxPaise)} of tax was deducted.` : ''}${subject.utr ? ` UTR ${subject.utr}.` : ''}`,
  failed: (subject) =>
    `${subject.number}: ${net(subject)} could not be paid to ${subject.destination}. Your ${points(subject)} points stay set aside for it while we look into it.`,
  reversed: (subject) =>
    `${subject.number}: ${net(subject)} came back from ${subject.destination}. Your ${points(subject)} points stay set aside for it while we look into it.`,
  given_up: (subject) =>
    `${subject.number} could not be paid; its ${points(subject)} points are yours again.`,
  details: (subject) =>
    `${subject.number} could not be paid to ${subject.destination}. Please give another ${PLACES.en[subject.kind]} in the app, under My KYC. Your ${points(subject)} points stay set aside until then.`,
}

const HINDI: Words = {
  paid: (subject) =>
    `${subject.number}: ${net(subject)} ${subject.destination} में भेज दिए गए हैं।${subject.taxPaise ? ` ${formatPaise(subject.taxPaise)} कर काटा गया।` : ''}${subject.utr ? ` UTR ${subject.utr}।` : ''}`,
  failed: (subject) =>
    `${subject.number}: ${net(subject)} ${subject.destination} में नहीं भेजे जा सके। आपके ${points(subject)} अंक इसके लिए सुरक्षित हैं; हम इसकी जांच कर रहे हैं।`,
  reversed: (subject) =>
    `${subject.number}: ${net(subject)} ${subject.destination} से वापस आ गए। आपके ${points(subject)} अंक इसके लिए सुरक्षित हैं; हम इसकी जांच कर रहे हैं।`,
  given_up: (subject) =>
    `${subject.number} का भुगतान नहीं हो सका; ${points(subject)} अंक आपके खाते में वापस आ गए हैं।`,
  details: (subject) =>
    `${subject.number}: ${subject.destination} में भुगतान नहीं हो सका। कृपया ऐप में 'मेरा KYC' में दूसरा ${PLACES.hi[subject.kind]} दें। तब तक आपके ${points(subject)} अंक इसके लिए सुरक्षित हैं।`,
}

/** What a member is told of the money of his redemption, in his language. */
export function paymentMessage(
  told: ToldOfPayment,
  subject: PaymentSubject,
  language: Language,
): string {
  return { en: ENGLISH, hi: HINDI }[language][told](subject)
}
