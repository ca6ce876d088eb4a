import { Alert, Button, Modal } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { can } from '../../../contract/permissions.ts'
import { formatAmount } from '../../lib/format.ts'
import { useRole } from '../../lib/session.ts'
import { AdjustmentCard } from './adjustment-card.tsx'
import { waitingOptions } from './user-queries.ts'

/** Tells those who decide that adjustments of points wait, and shows them. */
export function WaitingAdjustments(): ReactElement | null {
  const role = useRole()
  const [opened, setOpened] = useState(false)
  const [held, setHeld] = useState(false)
  const { data } = useQuery(waitingOptions(can(role, 'points.adjust.approve')))
  const items = data?.items ?? []
  const count = data?.count ?? items.length
  if (items.length === 0 && !opened) return null
  return (
    <>
      <Alert color="blue" icon={<IconAdjustments size={18} />}>
        {`${formatAmount(count, 'adjustment')} of points ${count === 1 ? 'waits' : 'wait'} for a second person. `}
        <Button size="compact-xs" variant="default" onClick={() => setOpened(true)}>
          Look at them
        </Button>
      </Alert>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
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
