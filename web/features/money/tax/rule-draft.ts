import { formatPaise } from '../../../../contract/money.ts'
import type { TaxTerms } from '../../../../contract/money/tax-rules.ts'
import { hundredthsOf, typedOf } from '../../../lib/amounts.ts'

/** A rule as it is typed, with the example that it is tried on. */
export type Draft = {
  fromDay: string
  section: string
  form: string
  paymentCode: string
  free: string
  rate: string
  rateNoPan: string
  reason: string
  example: string
  before: string
}

/** The terms of the newest rule, for a day that is still to be chosen. */
export const draftOf = (terms: TaxTerms | undefined): Draft => ({
  fromDay: '',
  section: terms?.section ?? '',
  form: terms?.form ?? '',
  paymentCode: terms?.paymentCode ?? '',
  free: typedOf(terms?.thresholdPaise ?? null),
  rate: typedOf(terms?.rateBps ?? null),
  rateNoPan: typedOf(terms?.rateNoPanBps ?? null),
  reason: '',
  example: '25000.00',
  before: '0.00',
})

/** What cannot be read becomes no number, which the schema refuses. */
const numberOf = (typed: string): number => hundredthsOf(typed) ?? Number.NaN

export const termsOf = (draft: Draft): TaxTerms => ({
  fromDay: draft.fromDay,
  section: draft.section,
  form: draft.form,
  paymentCode: draft.paymentCode.trim() || null,
  thresholdPaise: numberOf(draft.free),
  rateBps: numberOf(draft.rate),
  rateNoPanBps: numberOf(draft.rateNoPan),
})

export const exampleOf = ({ example, before }: Draft) => ({
  valuePaise: numberOf(example),
  beforePaise: numberOf(before),
})

const percent = (bps: number): string => `${bps / 100} %`

/** "10 %, without PAN 20 %, above ₹20,000.00 in a financial year." */
export const rateWords = ({ rateBps, rateNoPanBps, thresholdPaise }: TaxTerms): string =>
  `${percent(rateBps)}, without PAN ${percent(rateNoPanBps)}, above ${formatPaise(thresholdPaise)} in a financial year.`
