import { AppError } from '../../../../lib/app-error.ts'
import { whyNoSecond, type Approver } from '../../../platform/permissions/index.ts'

/**
 * Why somebody may not send the money of a redemption that these people approved; null when they may.
 * Nobody both approves and pays, not by another's account either.
 */
export function whyNotSend(approver: Approver, approverIds: readonly number[]): string | null {
  if (approverIds.includes(approver.staffId)) {
    return 'You approved this redemption: somebody else must send its money.'
  }
  return whyNoSecond(approver, approverIds)
}

export function refuseApprover(
  approver: Approver,
  { number, approverIds }: { number: string; approverIds: readonly number[] },
): void {
  const why = whyNotSend(approver, approverIds)
  if (why !== null) throw new AppError('conflict', `${number}: ${why}`)
}
