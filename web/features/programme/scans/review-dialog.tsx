import type { ReactElement } from 'react'
import { releaseScan, reverseScan, type ScanDetail } from '../../../../contract/programme/scans.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ReasonDialog } from '../../platform/rules/reason-dialog.tsx'

export const DECISIONS = ['release', 'reverse'] as const
export type Decision = (typeof DECISIONS)[number]

/** The points of a scan that are held now. */
function heldPoints({ transfers }: ScanDetail): number {
  return transfers.reduce((sum, { points }) => sum + points, 0)
}

export function ReviewDialog({
  scan,
  decision,
  opened,
  onDecided,
  onClose,
}: {
  scan: ScanDetail
  decision: Decision
  opened: boolean
  onDecided: (scan: ScanDetail) => void
  onClose: () => void
}): ReactElement {
  const { memberId, scanId, memberName } = scan
  const params = { memberId, scanId }
  const points = formatAmount(heldPoints(scan), 'point')
  const decided = (after: ScanDetail, words: string): void => {
    onDecided(after)
    notifyDone(words)
  }
  if (decision === 'release') {
    return (
      <ConfirmDialog
        opened={opened}
        title="Release the points of this scan"
        what={
          scan.review === 'waiting'
            ? `${points} of ${memberName} move from held to available and can be redeemed. This cannot be undone here.`
            : `${points} stay with ${memberName}, and the scan does not wait any more.`
        }
        submit="Release points"
        onConfirm={async (reason) =>
          decided(
            await call(releaseScan, { params, body: { reason } }),
            'The points can be redeemed.',
          )
        }
        onClose={onClose}
      />
    )
  }
  return (
    <ReasonDialog
      list="reversal"
      opened={opened}
      title="Reverse this scan"
      what={`${points} are taken back from ${memberName}, and the coupon becomes active again for whoever scans it next. This cannot be undone.`}
      submit="Reverse scan"
      noteHint="It stays in the record, with your name."
      onConfirm={async (body) =>
        decided(
          await call(reverseScan, { params, body }),
          'The scan is reversed and the coupon is active again.',
        )
      }
      onClose={onClose}
    />
  )
}
