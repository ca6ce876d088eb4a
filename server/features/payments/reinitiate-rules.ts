import { can } from '../../../contract/permissions.ts'
import type { PaymentState } from '../../../contract/payment-states.ts'
import type { RedemptionState } from '../../../contract/redemption-states.ts'
import type { Role } from '../../../contract/roles.ts'
import { standing } from '../redemptions/redemption-machine.ts'
import { ALERTED } from './alert-words.ts'

type Asked = {
  number: string
  state: RedemptionState
  /** Findings about it that wait for a person. */
  alerts: number
}

/** Why another attempt at a redemption may not begin now, whatever its checklist says; null when it may. */
export function whyNotReinitiate(redemption: Asked, { role }: { role: Role }): string | null {
  if (!can(role, 'payment.reinitiate')) return 'Your role does not re-initiate payments.'
  const { state, alerts } = redemption
  if (state !== 'failed' && state !== 'reversed') return `${standing(redemption)}.`
  return alerts > 0 ? ALERTED : null
}

type Proposed = {
  number: string
  state: PaymentState
  initiatedById: number | null
  alerts: number
}

/** Why this person may not decide about an attempt that goes elsewhere; null when he may. */
export function whyNotDecide(
  { number, state, initiatedById, alerts }: Proposed,
  { staffId, role }: { staffId: number; role: Role },
): string | null {
  if (!can(role, 'payment.reinitiate')) return 'Your role does not approve payments.'
  if (state !== 'proposed') return `${number} does not wait for an approval.`
  if (initiatedById === staffId) return 'You proposed it: somebody else must approve it.'
  return alerts > 0 ? ALERTED : null
}
