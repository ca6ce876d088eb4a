import {
  BATCH_MACHINE,
  type BatchAction,
  type BatchStatus,
} from '../../../../contract/programme/batches.ts'
import { AppError } from '../../../lib/app-error.ts'

/** What an action leaves behind, for sentences and the audit trail. */
export const DONE: Record<BatchAction | 'retry', string> = {
  approve: 'approved',
  reject: 'rejected',
  withdraw: 'withdrawn',
  generate: 'generated',
  print: 'printed',
  close: 'closed',
  block: 'blocked',
  unblock: 'unblocked',
  retry: 'retried',
}

const STANDS: Record<BatchStatus, string> = {
  requested: 'waits for its approval',
  approved: 'is approved and its coupons are not generated yet',
  generated: 'is generated and not printed yet',
  printed: 'is printed',
  closed: 'is closed',
  rejected: 'was rejected',
  withdrawn: 'was withdrawn',
  blocked: 'is blocked',
}

/** Where an action leads a batch, or 409 in words when the machine has no such step from there. */
export function nextStatus(
  { batchId, status }: { batchId: number; status: BatchStatus },
  action: BatchAction,
): BatchStatus {
  const { from, to } = BATCH_MACHINE[action]
  if (from.includes(status)) return to
  const why =
    status === 'closed' && action === 'print'
      ? 'its print file is not given again'
      : `it cannot be ${DONE[action]}`
  throw new AppError('conflict', `Batch ${batchId} ${STANDS[status]}: ${why}.`)
}
