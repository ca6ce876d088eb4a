import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  deactivateWorker,
  reactivateWorker,
  resetWorker,
  type WorkerDetail,
} from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { DialogProps } from './worker-dialog.ts'
import { keepWorker } from './worker-queries.ts'

export function DeactivateDialog({ worker, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { staffId, name } = worker
  const confirm = async (reason: string): Promise<void> => {
    keepWorker(client, await call(deactivateWorker, { params: { staffId }, body: { reason } }))
    notifyDone(`${name} is deactivated.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Deactivate ${name}`}
      what="The worker is signed out on every phone and cannot sign in, and a one-time link that was given ends. What was activated stays active."
      submit="Deactivate"
      danger
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

export function ReactivateDialog({ worker, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const { staffId, name, plantName } = worker
  const confirm = async (reason: string): Promise<void> => {
    keepWorker(client, await call(reactivateWorker, { params: { staffId }, body: { reason } }))
    notifyDone(`${name} can sign in again.`)
    onClose()
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`Reactivate ${name}`}
      what={`The worker can sign in again with the password from before, at ${plantName}.`}
      submit="Reactivate"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}

/** Gives a new one-time link; `onLink` gets it, as it is given only once. */
export function ResetDialog({
  worker,
  opened,
  onLink,
  onClose,
}: DialogProps & {
  onLink: (linked: { worker: WorkerDetail; link: string }) => void
}): ReactElement {
  const client = useQueryClient()
  const { staffId, name } = worker
  const confirm = async (reason: string): Promise<void> => {
    const linked = await call(resetWorker, { params: { staffId }, body: { reason } })
    keepWorker(client, linked.worker)
    onLink(linked)
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`New link for ${name}`}
      what="The password and two-factor sign-in end, and the worker is signed out on every phone. You get a one-time link that sets a new password; links given before end."
      submit="Give a new link"
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
