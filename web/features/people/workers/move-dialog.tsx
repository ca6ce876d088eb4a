import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { moveWorker } from '../../../../contract/people/workers.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { PlantSelect } from './plant-select.tsx'
import type { DialogProps } from './worker-dialog.ts'
import { keepWorker } from './worker-queries.ts'

/** Moves a worker to another plant. */
export function MoveDialog({ worker, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [plantId, setPlantId] = useState('')
  const [reason, setReason] = useState('')
  const form = useDialogForm(moveWorker, { plantId, reason })
  const { staffId, name, plantName } = worker
  const submit = (): void =>
    void form.send(async (body) => {
      const moved = await call(moveWorker, { params: { staffId }, body })
      keepWorker(client, moved)
      notifyDone(`${name} works at ${moved.plantName} now.`)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Move ${name}`}
      what={`Now at ${plantName}. The sessions end: the worker is signed out on every phone, signs in again with the same password and sees the lots of the other plant only.`}
      submit="Move"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlantSelect
        label="To plant"
        except={worker.plantId}
        value={plantId}
        onChange={setPlantId}
        {...form.field('plantId')}
      />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
