import { type Checked, stopsOf } from '../../redemptions/index.ts'
import type { DetailsAsked } from './details.queries.ts'
import type { FoundPayment } from '../lists/payment-list.queries.ts'
import type { May } from '../lists/payment-rows.ts'
import { whyNotAskDetails, whyNotReinitiate, type Sender } from './reinitiate-rules.ts'

type Known = {
  alerts: number
  checked: Checked | undefined
  asked: DetailsAsked | undefined
  approverIds: readonly number[]
}
type Of = Pick<FoundPayment, 'redemptionNumber' | 'redemptionState' | 'failureCode'>

/** What somebody may do about the last payment of a redemption that came to nothing: the same in list and story. */
export function whatMay(
  { redemptionNumber: number, redemptionState: state, failureCode }: Of,
  { alerts, checked, asked, approverIds }: Known,
  who: Sender & { now: Date },
): May {
  const lines = checked?.lines ?? []
  const stopped = checked?.verdict === 'red' ? `It cannot be paid. ${stopsOf(lines)}` : null
  const failed = { number, state, failureCode, lines, askedAt: asked?.at ?? null }
  return {
    why: whyNotReinitiate({ number, state, alerts, approverIds }, who) ?? stopped,
    checked,
    mayAskDetails: whyNotAskDetails(failed, who) === null,
    asked,
  }
}
