import { Button } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import { can } from '../../../../contract/permissions.ts'
import type { WorkerDetail } from '../../../../contract/people/workers.ts'
import { useRole } from '../../../lib/session.ts'
import { LinkDialog } from '../../../ui/link-dialog.tsx'
import { useKept } from '../../../ui/use-kept.ts'
import { EditDialog } from './edit-dialog.tsx'
import { givenLink, type Linked } from './linked.ts'
import { MoveDialog } from './move-dialog.tsx'
import { DeactivateDialog, ReactivateDialog, ResetDialog } from './status-dialogs.tsx'
import classes from './workers.module.css'

type Act = 'edit' | 'move' | 'reset' | 'deactivate' | 'reactivate'

const ACTS: Record<WorkerDetail['status'], readonly (readonly [Act, label: string])[]> = {
  active: [
    ['edit', 'Edit'],
    ['move', 'Move plant'],
    ['reset', 'New link'],
    ['deactivate', 'Deactivate'],
  ],
  deactivated: [
    ['edit', 'Edit'],
    ['reactivate', 'Reactivate'],
  ],
}

/** What may be done with a worker where they stand, by those who may. */
export function WorkerActions({
  worker,
  onDialog,
}: {
  worker: WorkerDetail
  onDialog: (opened: boolean) => void
}): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<Act | 'link' | null>(null)
  const version = useKept(worker.version, open !== 'edit')
  const [linked, setLinked] = useState<Linked | null>(null)
  const turn = (to: Act | 'link' | null): void => {
    setOpen(to)
    onDialog(to !== null)
  }
  const props = (act: Act) => ({ worker, opened: open === act, onClose: () => turn(null) })
  const show = (given: Linked): void => {
    setLinked(given)
    turn('link')
  }
  const close = (): void => {
    setLinked(null)
    turn(null)
  }
  if (!can(role, 'onboarding.apply')) return null
  return (
    <>
      <div className={classes.buttons}>
        {ACTS[worker.status].map(([act, label]) => (
          <Button key={act} size="xs" variant="default" onClick={() => turn(act)}>
            {label}
          </Button>
        ))}
      </div>
      <EditDialog key={version} {...props('edit')} />
      <MoveDialog key={worker.plantId} {...props('move')} />
      <ResetDialog {...props('reset')} onLink={show} />
      <DeactivateDialog {...props('deactivate')} />
      <ReactivateDialog {...props('reactivate')} />
      <LinkDialog given={givenLink(linked)} onClose={close} />
    </>
  )
}
