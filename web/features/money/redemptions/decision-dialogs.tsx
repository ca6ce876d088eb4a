import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import {
  approveRedemption,
  rejectRedemption,
  type RedemptionDetail,
} from '../../../../contract/money/redemptions.ts'
import type { SelectedReason } from '../../../../contract/reasons.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../../platform/rules/reason-dialog.tsx'
import { keepRedemption, redemptionOptions } from './redemption-queries.ts'
import { wantedInWords } from '../../../../contract/money/redemption-states.ts'

export type Decision = 'approve' | 'reject'
type Props = {
  redemption: RedemptionDetail
  opened: boolean
  /** Told what the decision made of it. */
  onDecided: (after: RedemptionDetail) => void
  onClose: () => void
}

function whatOfApproval(redemption: RedemptionDetail): string {
  const { kind, memberName, amountPaise, approvals, approvalsNeeded, problems } = redemption
  const what = `${formatPaise(amountPaise)} for ${memberName}, ${wantedInWords(redemption)}.`
  const then =
    approvals.length + 1 < approvalsNeeded
      ? 'Yours is the first of two approvals; somebody of another role approves after you.'
      : `It goes on to the ${kind === 'gift' ? 'parcels' : 'payments'} as soon as you approve.`
  const warned = problems.map(({ reason }) => reason).join(' ')
  return [what, warned, then].filter(Boolean).join(' ')
}

/** Approves what was seen: where the checklist says otherwise by now, it is shown again. */
export function ApproveDialog({ redemption, opened, onDecided, onClose }: Props): ReactElement {
  const client = useQueryClient()
  const { redemptionId, number, verdict } = redemption
  const approve = async (reason: string): Promise<void> => {
    try {
      const after = await call(approveRedemption, {
        params: { redemptionId },
        body: { verdict: verdict ?? 'red', reason: reason || undefined },
      })
      keepRedemption(client, after)
      onDecided(after)
      notifyDone(
        after.state === 'approved'
          ? `${number} is approved.`
          : `Your approval of ${number} is on record; a second person must approve it.`,
      )
      onClose()
    } catch (failure) {
      if (failure instanceof ApiError && failure.status === 409) {
        void client.invalidateQueries(redemptionOptions(redemptionId))
      }
      throw failure
    }
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Approve ${number}`}
      what={whatOfApproval(redemption)}
      submit="Approve"
      optional={verdict === 'green'}
      onConfirm={approve}
      onClose={onClose}
    />
  )
}

export function RejectDialog({ redemption, opened, onDecided, onClose }: Props): ReactElement {
  const client = useQueryClient()
  const { redemptionId, number, points, memberName } = redemption
  const reject = async (body: SelectedReason): Promise<void> => {
    const after = await call(rejectRedemption, { params: { redemptionId }, body })
    keepRedemption(client, after)
    onDecided(after)
    notifyDone(`${number} is rejected, and the points are back.`)
    onClose()
  }
  return (
    <ReasonDialog
      list="redemption"
      opened={opened}
      title={`Reject ${number}`}
      what={`${memberName} gets ${formatAmount(points, 'point')} back and reads the reason. This cannot be undone; the member may ask again.`}
      submit="Reject"
      noteHint="The member reads it as it stands."
      onConfirm={reject}
      onClose={onClose}
    />
  )
}
