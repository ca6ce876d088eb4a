import { ENQUIRY_CATEGORIES, type EnquiryCategory } from '../desk/enquiry-states.ts'
import { counted, type NumberRule } from './rule.ts'

/** Which rules give the hours in which an enquiry is answered first, and in which it is settled. */
export const DEADLINE_RULES = {
  coupon: { answer: 'answerHoursCoupon', resolve: 'resolveHoursCoupon' },
  dispute: { answer: 'answerHoursDispute', resolve: 'resolveHoursDispute' },
  points: { answer: 'answerHoursPoints', resolve: 'resolveHoursPoints' },
  redemption: { answer: 'answerHoursRedemption', resolve: 'resolveHoursRedemption' },
  payment: { answer: 'answerHoursPayment', resolve: 'resolveHoursPayment' },
  gift: { answer: 'answerHoursGift', resolve: 'resolveHoursGift' },
  kyc: { answer: 'answerHoursKyc', resolve: 'resolveHoursKyc' },
  scheme: { answer: 'answerHoursScheme', resolve: 'resolveHoursScheme' },
  other: { answer: 'answerHoursOther', resolve: 'resolveHoursOther' },
} as const satisfies Record<EnquiryCategory, { answer: string; resolve: string }>
type DeadlineKey = (typeof DEADLINE_RULES)[EnquiryCategory]['answer' | 'resolve']

const MOST_HOURS = 24 * 90

const hours = (category: EnquiryCategory, what: 'answered' | 'settled'): NumberRule => {
  const { label, answerHours, resolveHours } = ENQUIRY_CATEGORIES[category]
  return {
    group: 'Helpdesk',
    label: `${label}: ${what} within`,
    kind: 'number',
    unit: 'hours',
    min: 1,
    max: MOST_HOURS,
    start: what === 'answered' ? answerHours : resolveHours,
    does:
      what === 'answered'
        ? 'The deadline of the first answer, in working hours from when the enquiry was opened. Enquiries that are there keep theirs.'
        : 'The deadline to settle it, in working hours; the time in which the member is waited for does not count. Enquiries that are there keep theirs.',
    says: (value) =>
      `An enquiry about “${label}” is ${what} within ${counted(value, 'hour', 'hours')}.`,
    twoPeople: false,
    setting: null,
  }
}

export const HELPDESK_RULES = {
  answerHoursCoupon: hours('coupon', 'answered'),
  resolveHoursCoupon: hours('coupon', 'settled'),
  answerHoursDispute: hours('dispute', 'answered'),
  resolveHoursDispute: hours('dispute', 'settled'),
  answerHoursPoints: hours('points', 'answered'),
  resolveHoursPoints: hours('points', 'settled'),
  answerHoursRedemption: hours('redemption', 'answered'),
  resolveHoursRedemption: hours('redemption', 'settled'),
  answerHoursPayment: hours('payment', 'answered'),
  resolveHoursPayment: hours('payment', 'settled'),
  answerHoursGift: hours('gift', 'answered'),
  resolveHoursGift: hours('gift', 'settled'),
  answerHoursKyc: hours('kyc', 'answered'),
  resolveHoursKyc: hours('kyc', 'settled'),
  answerHoursScheme: hours('scheme', 'answered'),
  resolveHoursScheme: hours('scheme', 'settled'),
  answerHoursOther: hours('other', 'answered'),
  resolveHoursOther: hours('other', 'settled'),
} satisfies Record<DeadlineKey, NumberRule>
