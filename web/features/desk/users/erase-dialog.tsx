import { TextInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { eraseUser } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { DialogProps } from './user-dialog.ts'
import { keepUser } from './user-queries.ts'

/** Erases for good: wants a reason and the member's code typed again. */
export function EraseDialog({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [confirm, setConfirm] = useState('')
  const [reason, setReason] = useState('')
  const { memberId, name, code, available } = user
  const typed = confirm.trim().toUpperCase() === code.toUpperCase()
  const form = useDialogForm(
    eraseUser,
    { reason, confirm },
    typed ? {} : { confirm: `Type the member code ${code} to confirm.` },
  )
  const lapse = available > 0 ? ` ${formatAmount(available, 'point')} lapse.` : ''
  const submit = (): void =>
    void form.send(async (body) => {
      keepUser(client, await call(eraseUser, { params: { memberId }, body }))
      notifyDone(`The personal data of ${code} is erased.`)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Erase ${name}`}
      what={`Name, mobile, place, KYC with its documents and the places of scans are erased for good; amounts and tax records stay under ${code}.${lapse} Nobody can undo this.`}
      submit="Erase for good"
      danger
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Member code, typed again"
        placeholder={code}
        data-autofocus
        autoComplete="off"
        value={confirm}
        onChange={(event) => setConfirm(event.currentTarget.value)}
        {...form.field('confirm')}
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
