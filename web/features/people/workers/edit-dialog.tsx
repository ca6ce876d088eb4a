import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeWorker, getWorker } from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import type { DialogProps } from './worker-dialog.ts'
import { usePlantShifts } from './use-plant-shifts.ts'
import { draftOf, fieldsOf } from './worker-draft.ts'
import { WorkerFields } from './worker-fields.tsx'
import { keepWorker } from './worker-queries.ts'
import { workerSource } from './workers-list.tsx'

/** Corrects what is known of a worker. Closing keeps what was typed. */
export function EditDialog({ worker, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(worker))
  const { staffId, name, email } = worker
  const shifts = usePlantShifts(worker.plantId)
  const form = useDialogForm(changeWorker, { ...fieldsOf(draft), version: 0 })
  const merge = useMerge({
    item: worker,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getWorker, { params: { staffId } }),
  })
  const otherEmail = draft.email.trim().toLowerCase() !== email
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const changed = await call(changeWorker, {
          params: { staffId },
          body: { ...body, version },
        })
        keepWorker(client, changed)
        void client.invalidateQueries({ queryKey: [workerSource.name, 'newest'] })
        notifyDone(`What is known of ${changed.name} is corrected.`)
        onClose()
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={`Edit ${name}`}
      what="What is known of the worker. The plant is changed with Move plant."
      submit="Save"
      size={600}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <WorkerFields draft={draft} onDraft={setDraft} field={form.field} shifts={shifts} />
      {merge.changes}
      {otherEmail && (
        <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
          {`Another e-mail ends the sessions and a one-time link that was not used. From then on the worker signs in with it, and no more with ${email}.`}
        </Alert>
      )}
    </DialogForm>
  )
}
