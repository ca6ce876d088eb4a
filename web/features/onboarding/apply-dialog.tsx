import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { applyUpload, discardUpload, type Upload } from '../../../contract/onboarding.ts'
import { call } from '../../lib/api.ts'
import { DialogForm } from '../../ui/dialog-form.tsx'
import { useSending } from '../../ui/use-sending.ts'
import { keepUpload, uploadOptions } from './onboarding-queries.ts'
import { whatApplies } from './onboarding-words.ts'

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
