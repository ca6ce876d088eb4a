import { can } from '../../../../contract/permissions.ts'
import type { CheckLine, RedemptionState } from '../../../../contract/money/redemption-states.ts'
import { ROLE_NAMES, type Role } from '../../../../contract/roles.ts'
import { whyNoSecond, type Approver } from '../../platform/permissions/index.ts'
import { statusLine } from './redemption-machine.ts'

export type Approval = { staffId: number; role: Role }
export type Approving = { role: Role; approver: Approver }
type Asked = {
  number: string
  state: RedemptionState
  requestedById: number | null
  /** Those there are so far. */
  approvals: readonly Approval[]
}

/**
 * Why this person may not approve a redemption, whatever its checklist says; null when they may. Who
 * asked for it does not approve it, nobody approves twice, and a second approval is of another role.
 */
export function whyNotApprove(redemption: Asked, { role, approver }: Approving): string | null {
  const { staffId } = approver
  const { state, requestedById, approvals } = redemption
  if (!can(role, 'redemption.approve')) return 'Your role does not approve redemptions.'
  if (state !== 'requested') return `${statusLine(redemption)}.`
  if (requestedById === staffId) return 'You asked for it: somebody else must approve it.'
  if (approvals.some((approval) => approval.staffId === staffId)) {
    return 'You approved it already: somebody of another role must approve it as well.'
  }
  if (approvals.some((approval) => approval.role === role)) {
    return `${ROLE_NAMES[role]} approved it already: the second approval must come from another role.`
  }
  return whyNoSecond(approver, [requestedById, ...approvals.map((approval) => approval.staffId)])
}

/** What stops a redemption, in one sentence for each line. */
export function stopsOf(lines: readonly CheckLine[]): string {
  return lines
    .filter(({ state }) => state === 'stop')
    .map(({ label, reason }) => `${label}: ${reason}`)
    .join(' ')
}
