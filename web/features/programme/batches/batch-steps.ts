import {
  BATCH_MACHINE,
  blockBatch,
  closeBatch,
  rejectBatch,
  retryBatch,
  unblockBatch,
  approveBatch,
  withdrawBatch,
  type BatchDetail,
} from '../../../../contract/programme/batches.ts'
import type { Permission } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'

export type StepName = 'approve' | 'retry' | 'withdraw' | 'reject' | 'close' | 'block' | 'unblock'

type Step = {
  label: string
  permission: Permission
  danger?: boolean
  /** The step that most come for. */
  primary?: boolean
  /** Whether a note may be left out. */
  optional?: boolean
  /** `me` is the account that looks at it. */
  isOpen: (batch: BatchDetail, me: number | null) => boolean
  what: (batch: BatchDetail) => string
  done: (batch: BatchDetail) => string
  send: (batch: BatchDetail, note: string) => Promise<BatchDetail>
}

const from = (action: keyof typeof BATCH_MACHINE) => (batch: BatchDetail) =>
  BATCH_MACHINE[action].from.includes(batch.status)
const nameOf = ({ batchId, quantity, productName }: BatchDetail) =>
  `Batch ${batchId}, ${formatAmount(quantity, 'coupon')} of ${productName}`
const isLastApproval = ({ approvals, approvalsNeeded }: BatchDetail) =>
  approvals + 1 >= approvalsNeeded

/** Whether somebody may still change or withdraw the request: it is theirs, and nobody approved it. */
export const isOwnRequest = (batch: BatchDetail, me: number | null): boolean =>
  from('withdraw')(batch) && batch.requestedById === me && batch.approvedByIds.length === 0

/** What people do with a batch, from the same machine that the server decides by. */
export const STEPS: Record<StepName, Step> = {
  approve: {
    label: 'Approve',
    primary: true,
    permission: 'batch.approve',
    optional: true,
    isOpen: from('approve'),
    what: (batch) =>
      isLastApproval(batch)
        ? `${nameOf(batch)}: the coupons are generated as soon as you approve.`
        : `${nameOf(batch)}: yours is the first of two approvals; a second person approves after you.`,
    done: (batch) =>
      batch.status === 'requested'
        ? `Your approval of batch ${batch.batchId} is on record; a second person must approve it.`
        : `Batch ${batch.batchId} is approved. Its coupons are being generated.`,
    send: ({ batchId, version }, note) =>
      call(approveBatch, { params: { batchId }, body: { note, version } }),
  },
  retry: {
    label: 'Generate again',
    primary: true,
    permission: 'batch.approve',
    optional: true,
    isOpen: ({ status, failure }) => status === 'approved' && failure !== null,
    what: (batch) => `${nameOf(batch)}: coupons that are stored already are kept.`,
    done: ({ batchId }) => `The coupons of batch ${batchId} are being generated.`,
    send: ({ batchId }, note) => call(retryBatch, { params: { batchId }, body: { note } }),
  },
  withdraw: {
    label: 'Withdraw',
    permission: 'batch.request',
    danger: true,
    optional: true,
    isOpen: isOwnRequest,
    what: (batch) => `${nameOf(batch)}: nobody can approve it any more.`,
    done: ({ batchId }) => `The request for batch ${batchId} is withdrawn.`,
    send: ({ batchId }, note) => call(withdrawBatch, { params: { batchId }, body: { note } }),
  },
  reject: {
    label: 'Reject',
    permission: 'batch.approve',
    danger: true,
    isOpen: from('reject'),
    what: (batch) => `${nameOf(batch)}: no coupons will be made. It cannot be taken up again.`,
    done: ({ batchId }) => `Batch ${batchId} is rejected.`,
    send: ({ batchId }, note) => call(rejectBatch, { params: { batchId }, body: { note } }),
  },
  close: {
    label: 'Close',
    permission: 'batch.approve',
    optional: true,
    isOpen: from('close'),
    what: (batch) =>
      `${nameOf(batch)}: its print file is not given again. Its coupons can still be activated and scanned.`,
    done: ({ batchId }) => `Batch ${batchId} is closed.`,
    send: ({ batchId }, note) => call(closeBatch, { params: { batchId }, body: { note } }),
  },
  block: {
    label: 'Block',
    permission: 'coupon.block',
    danger: true,
    isOpen: from('block'),
    what: (batch) =>
      `${nameOf(batch)}: none of those not yet scanned can be scanned or activated until the batch is unblocked.`,
    done: ({ batchId }) => `Batch ${batchId} is blocked.`,
    send: ({ batchId }, note) => call(blockBatch, { params: { batchId }, body: { note } }),
  },
  unblock: {
    label: 'Unblock',
    permission: 'coupon.block',
    isOpen: from('unblock'),
    what: (batch) => `${nameOf(batch)}: its active coupons can be scanned again.`,
    done: ({ batchId }) => `Batch ${batchId} is unblocked.`,
    send: ({ batchId }, note) => call(unblockBatch, { params: { batchId }, body: { note } }),
  },
}
