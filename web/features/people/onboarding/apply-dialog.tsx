import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  applyUpload,
  discardUpload,
  takeUploadBack,
  type Upload,
} from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { notifyDone } from '../../../lib/notify.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { keepUpload, uploadOptions } from './onboarding-queries.ts'
import { KIND_WORDS, whatApplies } from './onboarding-words.ts'

/** An act on an upload; afterwards, and after a failure, the upload is shown as it is. */
export function useUploadAct(
  endpoint: typeof applyUpload,
  { uploadId }: Upload,
  onDone?: () => void,
) {
  const client = useQueryClient()
  return useSending(async () => {
    try {
      keepUpload(client, await call(endpoint, { params: { uploadId } }))
      onDone?.()
    } catch (failure) {
      void client.invalidateQueries(uploadOptions(uploadId))
      throw failure
    }
  })
}

type DialogProps = { upload: Upload; opened: boolean; onClose: () => void }

/** Says what applying does before it is done. */
export function ApplyDialog({ upload, opened, onClose }: DialogProps): ReactElement {
  const { busy, error, send } = useUploadAct(applyUpload, upload, onClose)
  return (
    <DialogForm
      opened={opened}
      title={`Apply ${upload.name}`}
      what={whatApplies(upload)}
      submit="Apply"
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

export function DiscardDialog({ upload, opened, onClose }: DialogProps): ReactElement {
  const { busy, error, send } = useUploadAct(discardUpload, upload, onClose)
  return (
    <DialogForm
      opened={opened}
      title={`Discard ${upload.name}`}
      what="Nothing of this file is applied, and its rows are forgotten. The same file can be sent again."
      submit="Discard"
      danger
      busy={busy}
      failure={error}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      {null}
    </DialogForm>
  )
}

/** Asks why, and takes back what an applied file made. */
export function TakeBackDialog({ upload, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const form = useDialogForm(takeUploadBack, { reason })
  const { uploadId, name, kind } = upload
  const submit = (): void =>
    void form.send(async (body) => {
      keepUpload(client, await call(takeUploadBack, { params: { uploadId }, body }))
      notifyDone(`${name} is taken back.`)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Take ${name} back`}
      what={`All ${KIND_WORDS[kind].many} that this file made are deleted, as though it had not been sent, and its open errors are dismissed. If any of them is in use already, nothing is changed and you are told why.`}
      submit="Take back"
      danger
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <Textarea
        label="Reason"
        autosize
        minRows={2}
        data-autofocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
