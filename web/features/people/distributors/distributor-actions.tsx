import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  deactivateDistributor,
  reactivateDistributor,
  type DistributorDetail,
} from '../../../../contract/people/distributors.ts'
import { can } from '../../../../contract/permissions.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { keepDistributor } from './distributor-queries.ts'
import classes from './distributors.module.css'
import { useKept } from '../../../ui/use-kept.ts'
import { EditDistributorDialog } from './firm-dialogs.tsx'

type DialogProps = { firm: DistributorDetail; opened: boolean; onClose: () => void }

const STEPS = {
  active: {
    label: 'Deactivate',
    endpoint: deactivateDistributor,
    what: 'Lists and reports show it as deactivated, with your reason. Its members, their points and its settlements stay.',
    done: 'is deactivated.',
  },
  deactivated: {
    label: 'Reactivate',
    endpoint: reactivateDistributor,
    what: 'Lists and reports show it as active again.',
    done: 'is active again.',
  },
} as const

/** Deactivates a distributor, or takes it back. */
function StatusDialog({ firm, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { distributorId, name, status } = firm
  const { label, endpoint, what, done } = STEPS[status]
  const confirm = async (reason: string): Promise<void> => {
    keepDistributor(client, await call(endpoint, { params: { distributorId }, body: { reason } }))
    notifyDone(`${name} ${done}`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`${label} ${name}`}
      what={what}
      submit={label}
      danger={status === 'active'}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** What may be done with a distributor, by those who may. */
export function DistributorActions({
  firm,
  onDialog,
}: {
  firm: DistributorDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<'edit' | 'status' | null>(null)
  const version = useKept(firm.version, open !== 'edit')
  const turn = (to: typeof open): void => {
    setOpen(to)
    onDialog(to !== null)
  }
  const close = (): void => turn(null)
  if (!can(role, 'onboarding.apply')) return null
  return (
    <>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={() => turn('edit')}>
          Edit
        </Button>
        <Button size="xs" variant="default" onClick={() => turn('status')}>
          {STEPS[firm.status].label}
        </Button>
      </div>
      <EditDistributorDialog key={version} firm={firm} opened={open === 'edit'} onClose={close} />
      <StatusDialog firm={firm} opened={open === 'status'} onClose={close} />
    </>
  )
}
