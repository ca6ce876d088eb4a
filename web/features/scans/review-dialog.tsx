import type { ReactElement } from 'react'
import { releaseScan, reverseScan, type ScanDetail } from '../../../contract/scans.ts'
import { call } from '../../lib/api.ts'
import { formatAmount } from '../../lib/format.ts'
import { notifyDone } from '../../lib/notify.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

export const DECISIONS = ['release', 'reverse'] as const
export type Decision = (typeof DECISIONS)[number]

const WORDS = {
  release: {
    endpoint: releaseScan,
    title: 'Release the points of this scan',
    submit: 'Release points',
    what: (points: string, member: string, isHeld: boolean) =>
      isHeld
        ? `${points} of ${member} move from held to available and can be redeemed. This cannot be undone here.`
        : `${points} stay with ${member}, and the scan does not wait any more.`,
    done: 'The points can be redeemed.',
  },
  reverse: {
    endpoint: reverseScan,
    title: 'Reverse this scan',
    submit: 'Reverse scan',
    what: (points: string, member: string) =>
      `${points} are taken back from ${member}, and the coupon becomes active again for whoever scans it next. This cannot be undone.`,
    done: 'The scan is reversed and the coupon is active again.',
  },
} as const

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
  const { endpoint, title, submit, what, done } = WORDS[decision]
  const decide = async (reason: string): Promise<void> => {
    const params = { memberId: scan.memberId, scanId: scan.scanId }
    const after = await call(endpoint, { params, body: { reason } })
    onDecided(after)
    notifyDone(done)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={title}
      what={what(
        formatAmount(heldPoints(scan), 'point'),
        scan.memberName,
        scan.review === 'waiting',
      )}
      submit={submit}
      danger={decision === 'reverse'}
      onConfirm={decide}
      onClose={onClose}
    />
  )
}
