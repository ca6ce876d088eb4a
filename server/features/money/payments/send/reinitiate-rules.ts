import { ASK_DETAILS_HOURS } from '../../../../../contract/money/payment-details.ts'
import { can } from '../../../../../contract/permissions.ts'
import {
  wantsDetails,
  type FailureCode,
  type PaymentState,
} from '../../../../../contract/money/payment-states.ts'
import type { CheckLine, RedemptionState } from '../../../../../contract/money/redemption-states.ts'
import type { Role } from '../../../../../contract/roles.ts'
import { statusLine } from '../../redemptions/index.ts'
import { whyNoSecond, type Approver } from '../../../platform/permissions/index.ts'
import { ALERTED } from '../reconcile/alert-words.ts'
import { whyNotSend } from './sender-rules.ts'

type Asked = {
  number: string
  state: RedemptionState
  /** Findings about it that wait for a person. */
  alerts: number
  approverIds: readonly number[]
}
export type Sender = { role: Role; approver: Approver }

/** Why this person may not begin another attempt at a redemption now, whatever its checklist says; null when they may. */
export function whyNotReinitiate(redemption: Asked, { role, approver }: Sender): string | null {
  if (!can(role, 'payment.reinitiate')) return 'Your role does not re-initiate payments.'
  const { state, alerts, approverIds } = redemption
  if (state !== 'failed' && state !== 'reversed') return `${statusLine(redemption)}.`
  return alerts > 0 ? ALERTED : whyNotSend(approver, approverIds)
}

/** Whether a provider called the account or address wrong to which a redemption would go. */
export const isDestinationWrong = (lines: readonly CheckLine[]): boolean =>
  lines.some(({ key, state }) => key === 'last_payment' && state === 'stop')

type Failed = {
  number: string
  state: RedemptionState
  failureCode: FailureCode | null
  lines: readonly CheckLine[]
  askedAt: Date | null
}

/** Why the member may not be asked for another account or address now; null when that may be done. */
export function whyNotAskDetails(
  redemption: Failed,
  { role, now }: { role: Role; now: Date },
): string | null {
  if (!can(role, 'payment.reinitiate')) return 'Your role does not re-initiate payments.'
  const { number, state, failureCode, lines, askedAt } = redemption
  if (state !== 'failed' && state !== 'reversed') return `${statusLine(redemption)}.`
  const code = failureCode ?? (state === 'reversed' ? 'returned' : null)
  if (!isDestinationWrong(lines) && (code === null || !wantsDetails(code))) {
    return `${number}: other details of the member would change nothing.`
  }
  const again = (askedAt?.getTime() ?? 0) + ASK_DETAILS_HOURS * HOUR_MS
  if (now.getTime() >= again) return null
  return `${number}: the member was asked less than ${ASK_DETAILS_HOURS} hours ago.`
}

const HOUR_MS = 3_600_000

type Proposed = {
  number: string
  state: PaymentState
  initiatedById: number | null
  alerts: number
}

/** Why this person may not decide about an attempt that goes elsewhere; null when they may. */
export function whyNotDecide(
  { number, state, initiatedById, alerts }: Proposed,
  { staffId, role }: { staffId: number; role: Role },
): string | null {
  if (!can(role, 'payment.reinitiate')) return 'Your role does not approve payments.'
  if (state !== 'proposed') return `${number} does not wait for an approval.`
  if (initiatedById === staffId) return 'You proposed it: somebody else must approve it.'
  return alerts > 0 ? ALERTED : null
}

/** Why this person may not approve such an attempt, though they may decline it; null when they may. */
export const whyNotApprovePayment = (
  { initiatedById, approverIds }: { initiatedById: number | null; approverIds: readonly number[] },
  approver: Approver,
): string | null => whyNotSend(approver, approverIds) ?? whyNoSecond(approver, [initiatedById])
