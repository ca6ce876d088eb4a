import { Alert, Button, Modal } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import { formatAmount } from '../../../lib/format.ts'
import { useRole } from '../../../lib/session.ts'
import { AdjustmentCard } from './adjustment-card.tsx'
import { waitingOptions } from './user-queries.ts'

const ADJUSTMENTS = 'adjustments'

/** The dashboard leads here: all that wait, or those that one person may decide. */
function useAsked() {
  const { show, approver }: { show?: unknown; approver?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const person = Number(approver)
  return {
    asked: show === ADJUSTMENTS,
    approver: show === ADJUSTMENTS && Number.isInteger(person) ? person : undefined,
    forget: () =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...before,
          show: undefined,
          status: undefined,
          approver: undefined,
        }),
        replace: true,
      }),
  }
}

const TITLE = 'Adjustments of points that wait'

/** Tells those who decide that adjustments of points wait, and shows them. */
export function WaitingAdjustments(): ReactElement | null {
  const role = useRole()
  const { asked, approver, forget } = useAsked()
  const [looked, setLooked] = useState(false)
  const opened = looked || asked
  const [held, setHeld] = useState(false)
  const { data } = useQuery(waitingOptions(asked || can(role, 'points.adjust.approve'), approver))
  const close = (): void => {
    setLooked(false)
    if (asked) forget()
  }
  const items = data?.items ?? []
  const count = data?.count ?? items.length
  if (items.length === 0 && !opened) return null
  return (
    <>
      <Alert color="blue" icon={<IconAdjustments size={18} />}>
        {`${formatAmount(count, 'adjustment')} of points ${count === 1 ? 'waits' : 'wait'} for a second person. `}
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Review: ${TITLE}`}
          onClick={() => setLooked(true)}
        >
          Review
        </Button>
      </Alert>
      <Modal
        opened={opened}
        onClose={close}
        title={TITLE}
        size={520}
        closeOnEscape={!held}
        trapFocus={!held}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {items.length === 0 && 'All are decided.'}
        {items.map((adjustment) => (
          <AdjustmentCard
            key={adjustment.adjustmentId}
            adjustment={adjustment}
            named
            onDialog={setHeld}
          />
        ))}
      </Modal>
    </>
  )
}
