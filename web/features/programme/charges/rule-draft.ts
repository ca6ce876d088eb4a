import type {
  ChargeKind,
  ChargeTerms,
  RetailerTier,
} from '../../../../contract/programme/charges.ts'
import { hundredthsOf, typedOf } from '../../../lib/amounts.ts'

/** A rule as it is typed: amounts and days stay text until they are sent. */
export type Draft = {
  productGroups: string[]
  tiers: RetailerTier[]
  kind: ChargeKind
  amount: string
  percent: string
  fromDay: string
  toDay: string
  note: string
}

export const EMPTY: Draft = {
  productGroups: [],
  tiers: [],
  kind: 'coupon',
  amount: '',
  percent: '',
  fromDay: '',
  toDay: '',
  note: '',
}

export const draftOf = (rule: ChargeTerms): Draft => ({
  productGroups: rule.productGroups,
  tiers: rule.tiers,
  kind: rule.kind,
  amount: typedOf(rule.paise),
  percent: typedOf(rule.basisPoints),
  fromDay: rule.fromDay,
  toDay: rule.toDay ?? '',
  note: rule.note ?? '',
})

export const termsOf = (draft: Draft): ChargeTerms => ({
  productGroups: draft.productGroups,
  tiers: draft.tiers,
  kind: draft.kind,
  paise: draft.kind === 'coupon' ? hundredthsOf(draft.amount) : null,
  basisPoints: draft.kind === 'percent' ? hundredthsOf(draft.percent) : null,
  fromDay: draft.fromDay,
  toDay: draft.toDay || null,
  note: draft.note.trim() || null,
})

/** What only the form can know of what is typed, by names of its own. */
export function typingFaults(draft: Draft): Record<string, string> {
  const typed = draft.kind === 'coupon' ? draft.amount : draft.percent
  const unread = typed.trim() !== '' && hundredthsOf(typed) === null
  return {
    ...(unread && { typed: 'Write a number with at most two decimals, such as 2.50.' }),
    ...(draft.fromDay === '' && { firstDay: 'Choose the first day.' }),
  }
}

/** Whether enough is there to read the rule out. */
export const canBeRead = ({ paise, basisPoints, fromDay }: ChargeTerms): boolean =>
  (paise ?? basisPoints ?? 0) > 0 && fromDay !== ''
