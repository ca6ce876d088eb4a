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
  const { show, decider }: { show?: unknown; decider?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const person = Number(decider)
  return {
    asked: show === ADJUSTMENTS,
    decider: show === ADJUSTMENTS && Number.isInteger(person) ? person : undefined,
    forget: () =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({
          ...before,
          show: undefined,
          status: undefined,
          decider: undefined,
        }),
        replace: true,
      }),
  }
}

/** Tells those who decide that adjustments of points wait, and shows them. */
export function WaitingAdjustments(): ReactElement | null {
  const role = useRole()
  const { asked, decider, forget } = useAsked()
  const [looked, setLooked] = useState(false)
  const opened = looked || asked
  const [held, setHeld] = useState(false)
  const { data } = useQuery(waitingOptions(asked || can(role, 'points.adjust.approve'), decider))
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
        <Button size="compact-xs" variant="default" onClick={() => setLooked(true)}>
          Look at them
        </Button>
      </Alert>
      <Modal
        opened={opened}
        onClose={close}
        title="Adjustments of points that wait"
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
