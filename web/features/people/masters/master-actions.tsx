import { Button } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import type { MasterStatus } from '../../../../contract/people/masters.ts'
import { can } from '../../../../contract/permissions.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useRole } from '../../../lib/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { DeleteDialog } from '../../../ui/delete-dialog.tsx'
import classes from './masters.module.css'

type Acts = {
  name: string
  status: MasterStatus
  /** Whether anything names it: then it is deactivated, and cannot be deleted. */
  used: boolean
  /** What deactivating does, in a sentence. */
  deactivates: string
  onEdit: () => void
  onStatus: (status: MasterStatus, reason: string) => Promise<void>
  onDelete: () => Promise<void>
  /** Whether a dialog is open over the drawer. */
  onDialog: (opened: boolean) => void
}

/** What may be done with a master, by those who may: edit, deactivate or take back, delete. */
export function MasterActions(acts: Acts): ReactElement | null {
  const role = useRole()
  const [open, setOpen] = useState<'status' | 'delete' | null>(null)
  const turn = (to: typeof open): void => {
    setOpen(to)
    acts.onDialog(to !== null)
  }
  const close = (): void => turn(null)
  if (!can(role, 'programme.edit')) return null
  const { name, status, used } = acts
  const active = status === 'active'
  const label = active ? 'Deactivate' : 'Reactivate'
  const confirm = async (reason: string): Promise<void> => {
    await acts.onStatus(active ? 'deactivated' : 'active', reason)
    notifyDone(`${name} is ${active ? 'deactivated' : 'active again'}.`)
    close()
  }
  const remove = async (): Promise<void> => {
    await acts.onDelete()
    acts.onDialog(false)
    notifyDone(`${name} is deleted.`)
  }
  return (
    <>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={acts.onEdit}>
          Edit
        </Button>
        <Button size="xs" variant="default" onClick={() => turn('status')}>
          {label}
        </Button>
        {!used && (
          <Button size="xs" variant="default" onClick={() => turn('delete')}>
            Delete
          </Button>
        )}
      </div>
      <ConfirmDialog
        opened={open === 'status'}
        title={`${label} ${name}`}
        what={active ? acts.deactivates : 'It can be selected for new things again.'}
        submit={label}
        danger={active}
        onConfirm={confirm}
        onClose={close}
      />
      <DeleteDialog
        name={open === 'delete' ? name : null}
        what="Nothing uses it. It is removed from the list; its history stays in the staff activity."
        onDelete={remove}
        onClose={close}
      />
    </>
  )
}
