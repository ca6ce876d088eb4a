import { AppError } from '../../../../lib/app-error.ts'
import { whyNoSecond, type Decider } from '../../../platform/deciders/index.ts'

/**
 * Why somebody may not send the money of a redemption that these people approved; null when they may.
 * Nobody both approves and pays, not by another's account either.
 */
export function whyNotSend(decider: Decider, approverIds: readonly number[]): string | null {
  if (approverIds.includes(decider.staffId)) {
    return 'You approved this redemption: somebody else must send its money.'
  }
  return whyNoSecond(decider, approverIds)
}

export function refuseApprover(
  decider: Decider,
  { number, approverIds }: { number: string; approverIds: readonly number[] },
): void {
  const why = whyNotSend(decider, approverIds)
  if (why !== null) throw new AppError('conflict', `${number}: ${why}`)
}
