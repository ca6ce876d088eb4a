import type { MemberKind } from '../../../../contract/people/members.ts'

/**
 * Tax on benefits (design/india.md): section 194R, since 1 April 2026 section 393. Nothing while the
 * year's total of a person stays at or under the threshold; what passes it is taxed with everything
 * before it that bore none yet. Money is whole paise, rates are hundredths of a percent.
 */
export type TaxRule = {
  section: string
  form: string
  paymentCode: string | null
  thresholdPaise: number
  rateBps: number
  rateNoPanBps: number
}

/** What was taken at one rate, in one way: with what it was a percentage of. */
export type Taken = { rateBps: number; grossedUp: boolean; basePaise: number; taxPaise: number }
/** Of one person in one financial year, so far. */
export type YearSoFar = { valuePaise: number; taxedPaise: number; taken: readonly Taken[] }

export type Benefit = {
  /** In force on the day of payment; null when no rule is. */
  rule: TaxRule | null
  memberKind: MemberKind
  hasPan: boolean
  /** A gift: the giver pays the tax on top, as there is nothing to deduct it from. */
  inKind: boolean
  valuePaise: number
  before: YearSoFar
}

export type Tax = {
  taxPaise: number
  /** What the tax is a percentage of. */
  basePaise: number
  rateBps: number
  /** Of the year, with this one. */
  totalPaise: number
  /** How it was found, in words. */
  words: string
}
