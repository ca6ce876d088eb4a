import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { notifyDone } from '../../../lib/notify.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import type { ActProps } from './act-props.ts'
import { keepScheme } from './scheme-queries.ts'
import { STEPS, type StepName } from './scheme-steps.ts'

/** Pauses, resumes or ends, with a reason. */
export function StepDialog({
  step,
  scheme,
  opened,
  onClose,
}: ActProps & { step: StepName }): ReactElement {
  const client = useQueryClient()
  const { label, danger, what, done, send } = STEPS[step]
  const confirm = async (reason: string): Promise<void> => {
    const after = await send(scheme.schemeId, reason)
    keepScheme(client, after)
    onClose()
    notifyDone(done(after))
  }
  return (
    <ConfirmDialog
      opened={opened}
      title={`${label} “${scheme.name}”`}
      what={what(scheme)}
      submit={label}
      danger={danger ?? false}
      onConfirm={confirm}
      onClose={onClose}
    />
  )
}
