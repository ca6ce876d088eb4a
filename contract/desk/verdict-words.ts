import { VERDICT_NAMES, type CheckLine } from '../money/redemption-states.ts'
import { findingsInWords } from '../money/payment-words.ts'
import type { FailureClass } from '../money/payment-states.ts'
import type { PaymentRow } from '../money/payments.ts'
import type { RedemptionRow } from '../money/redemptions.ts'

// What lists and their files say of *can this be paid?*, from the checklist that the server made.

const NOT_BY_YOU = 'not by you'

/** "Can be paid, not by you": why not is `whyNot`. Null where the question does not arise any more. */
export function payableInWords({
  verdict,
  mayApprove,
}: Pick<RedemptionRow, 'verdict' | 'mayApprove'>): string | null {
  if (verdict === null) return null
  const name = VERDICT_NAMES[verdict]
  return verdict === 'red' || mayApprove ? name : `${name}, ${NOT_BY_YOU}`
}

export type Again = Pick<
  PaymentRow,
  'alerts' | 'verdict' | 'problems' | 'mayReinitiate' | 'whyNot' | 'detailsAsked' | 'failure'
>

const CHECK_FIRST = 'Yes, look first'
/** Where nothing but the last failure is to be looked at. */
const BY_CLASS: Record<FailureClass, string> = {
  again: 'Yes, as it is',
  wait: 'Yes, but later',
  fix: CHECK_FIRST,
}

const stops = (problems: readonly CheckLine[]) => problems.filter(({ state }) => state === 'stop')

/** Whether a payment that came to nothing can go again, in a few words. */
export function againInWords(row: Again): string | null {
  const { alerts, verdict, problems, mayReinitiate, whyNot, detailsAsked, failure } = row
  if (alerts > 0) return findingsInWords(alerts)
  if (verdict === 'red') {
    const found = stops(problems)
    if (found.some(({ key }) => key !== 'last_payment')) {
      return `No: ${found.map(({ label }) => label).join(', ')}`
    }
    return detailsAsked ? 'No: new details asked for' : 'No: needs new details'
  }
  if (verdict === null) return whyNot
  const onlyFailed = problems.every(({ key }) => key === 'last_payment')
  const yes =
    verdict === 'green' ? 'Yes' : (onlyFailed && failure && BY_CLASS[failure.class]) || CHECK_FIRST
  return mayReinitiate ? yes : `${yes}; ${NOT_BY_YOU}`
}

/** The same with the reasons of the checklist. */
export function againInFull(row: Again): string | null {
  const { alerts, problems, mayReinitiate, whyNot } = row
  const said = againInWords(row)
  if (said === null || alerts > 0) return said
  const reasons = problems.map(({ label, reason }) => `${label}: ${reason}`)
  // Of what stops it `whyNot` tells the same.
  const other = mayReinitiate || stops(problems).length > 0 ? null : whyNot
  return [`${said}.`, ...reasons, other].filter(Boolean).join(' ')
}
