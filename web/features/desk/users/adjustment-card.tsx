import { Button, Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import {
  approveAdjustment,
  rejectAdjustment,
  type Adjustment,
} from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount, formatMoment, formatNumber } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { staffIdOf, useRole, useSession } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import classes from './adjustment-card.module.css'
import { refreshMember } from './user-queries.ts'
import { AdjustmentTag } from './user-words.tsx'

const DECISIONS = ['approve', 'reject'] as const
type Decision = (typeof DECISIONS)[number]

const signed = (points: number): string => (points > 0 ? '+' : '−') + formatNumber(Math.abs(points))

function whatOf(decision: Decision, { points, memberName }: Adjustment): string {
  const amount = formatAmount(Math.abs(points), 'point')
  if (decision === 'reject') return `${memberName} keeps what they have.`
  return points > 0
    ? `Gives ${memberName} ${amount} at once. This cannot be undone.`
    : `Takes ${amount} from ${memberName} at once. This cannot be undone.`
}

/** An adjustment of points; whoever may, and did not ask for it, decides here. */
export function AdjustmentCard({
  adjustment,
  named = false,
  onDialog,
}: {
  adjustment: Adjustment
  /** Says whose it is. */
  named?: boolean
  /** Told when the card's dialog opens and closes: what it stands over keeps still meanwhile. */
  onDialog: (opened: boolean) => void
}): ReactElement {
  const role = useRole()
  const session = useSession()
  const client = useQueryClient()
  const [deciding, setDeciding] = useState<Decision | null>(null)
  const turn = (decision: Decision | null): void => {
    setDeciding(decision)
    onDialog(decision !== null)
  }
  const { adjustmentId, memberId, state, points, requestedById } = adjustment
  const waits = state === 'requested' && can(role, 'points.adjust.approve')
  const mine = session !== null && staffIdOf(session) === requestedById
  const decide = async (decision: Decision, note: string): Promise<void> => {
    const params = { adjustmentId }
    if (decision === 'reject') await call(rejectAdjustment, { params, body: { note } })
    else await call(approveAdjustment, { params, body: { note: note || undefined } })
    await refreshMember(client, memberId)
    notifyDone(decision === 'reject' ? 'The adjustment is rejected.' : 'The points have moved.')
    turn(null)
  }
  return (
    <article className={classes.card}>
      <Group justify="space-between" wrap="nowrap">
        <b>{`${signed(points)} points${named ? ` · ${adjustment.memberName}` : ''}`}</b>
        <AdjustmentTag state={state} />
      </Group>
      <p>{adjustment.reason}</p>
      <small>{`Asked by ${adjustment.requestedBy}, ${formatMoment(adjustment.requestedAt)}`}</small>
      {adjustment.decidedAt && (
        <small>
          {`Decided by ${adjustment.decidedBy}, ${formatMoment(adjustment.decidedAt)}`}
          {adjustment.decisionNote && `: ${adjustment.decisionNote}`}
        </small>
      )}
      {waits && mine && (
        <Text size="xs" c="dimmed">
          You asked for it: somebody else must decide.
        </Text>
      )}
      {waits && !mine && (
        <Group gap="xs" mt={4}>
          <Button size="xs" onClick={() => turn('approve')}>
            Approve
          </Button>
          <Button size="xs" variant="default" onClick={() => turn('reject')}>
            Reject
          </Button>
        </Group>
      )}
      {DECISIONS.map((decision) => (
        <ConfirmDialog
          key={decision}
          opened={deciding === decision}
          title={decision === 'reject' ? 'Reject the adjustment' : 'Approve the adjustment'}
          what={whatOf(decision, adjustment)}
          submit={decision === 'reject' ? 'Reject' : 'Approve'}
          danger={decision === 'reject'}
          optional={decision !== 'reject'}
          onConfirm={(note) => decide(decision, note)}
          onClose={() => turn(null)}
        />
      ))}
    </article>
  )
}
