import type { Language } from '../../../../../contract/people/members.ts'
import { PROVIDER_NAMES, type Provider } from '../../../../../contract/money/payment-states.ts'
import { TIME_ZONE } from '../../../../../contract/time.ts'

const moments = (locale: string) => {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  })
  return (at: Date) => format.format(at)
}

/** Every text of a receipt that is not a name, a number or an amount. */
export type ReceiptLabels = {
  locale: string
  when: (at: Date) => string
  title: string
  receipt: (number: string) => string
  reversed: (when: string | null) => string
  paid: string
  paidAndReturned: string
  payment: string
  member: string
  kinds: Record<'bank' | 'upi', string>
  purpose: string
  points: (points: string, redemption: string) => string
  paidOn: string
  method: string
  providers: Record<Provider, string>
  noUtr: string
  gross: string
  taxDeducted: string
  net: string
  tax: string
  paymentCode: (code: string) => string
  taxShare: (share: string) => string
  madeOn: (when: string) => string
  support: string
}

const inEnglish = moments('en-IN')
const inHindi = moments('hi-IN')

/** By the language of the member who is paid. */
export const RECEIPT_LABELS: Record<Language, ReceiptLabels> = {
  en: {
    locale: 'en-IN',
    when: inEnglish,
    title: 'Payment receipt',
    receipt: (number) => `Receipt ${number}`,
    reversed: (when) =>
      `Reversed: the bank sent this payment back${when ? ` on ${when}` : ''}. It is no longer paid.`,
    paid: 'Paid to the member',
    paidAndReturned: 'Paid to the member, and sent back',
    payment: 'The payment',
    member: 'Member',
    kinds: { bank: 'Bank account', upi: 'UPI address' },
    purpose: 'For',
    points: (points, redemption) => `${points} points, redemption ${redemption}`,
    paidOn: 'Paid on',
    method: 'How',
    providers: PROVIDER_NAMES,
    noUtr: 'Not told by the bank',
    gross: 'Gross amount',
    taxDeducted: 'Tax deducted',
    net: 'Net amount',
    tax: 'The tax',
    paymentCode: (code) => `payment code ${code}`,
    taxShare: (share) => `Tax: ${share}`,
    madeOn: (when) => `Made by HIL Dashboard on ${when}. Times are of India.`,
    support: 'Support',
  },
  hi: {
    locale: 'hi-IN',
    when: inHindi,
    title: 'भुगतान रसीद',
    receipt: (number) => `रसीद ${number}`,
    reversed: (when) =>
      `वापस आया: बैंक ने यह भुगतान ${when ? `${when} ` : ''}लौटा दिया। यह राशि अब आपके खाते में नहीं है।`,
    paid: 'सदस्य को भुगतान',
    paidAndReturned: 'सदस्य को भेजा गया, पर वापस आया',
    payment: 'भुगतान का विवरण',
    member: 'सदस्य',
    kinds: { bank: 'बैंक खाता', upi: 'यूपीआई पता' },
    purpose: 'किसके लिए',
    points: (points, redemption) => `${points} अंक, अनुरोध ${redemption}`,
    paidOn: 'भुगतान का समय',
    method: 'माध्यम',
    providers: { razorpayx: 'RazorpayX', 'bank-file': 'बैंक फ़ाइल' },
    noUtr: 'बैंक ने नहीं बताया',
    gross: 'कुल राशि',
    taxDeducted: 'काटा गया कर',
    net: 'देय राशि',
    tax: 'कर',
    paymentCode: (code) => `भुगतान कोड ${code}`,
    taxShare: (share) => `कर: ${share}`,
    madeOn: (when) => `HIL Dashboard द्वारा ${when} बनाई गई। समय भारत के हैं।`,
    support: 'सहायता',
  },
}
