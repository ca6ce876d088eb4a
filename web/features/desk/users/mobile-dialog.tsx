import { TextInput, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeMobile, confirmMobile } from '../../../../contract/desk/users.ts'
import { call } from '../../../lib/api.ts'
import { formatMobile, formatTime } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { DialogProps } from './user-dialog.ts'
import { keepUser } from './user-queries.ts'

/** First the new number, then the password that was sent to it. */
export function MobileDialog(props: DialogProps): ReactElement {
  return props.user.mobileChange ? <Confirm {...props} /> : <Begin {...props} />
}

function Begin({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [mobile, setMobile] = useState('')
  const [reason, setReason] = useState('')
  const form = useDialogForm(changeMobile, { mobile, reason })
  const { memberId, name } = user
  const submit = (): void =>
    void form.send(async (body) => {
      keepUser(client, await call(changeMobile, { params: { memberId }, body }))
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change the mobile of ${name}`}
      what={`Now ${formatMobile(user.mobile)}. A one-time password goes to the new number; the member reads it out to you.`}
      submit="Send the password"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="New mobile"
        data-autofocus
        inputMode="tel"
        autoComplete="off"
        value={mobile}
        onChange={(event) => setMobile(event.currentTarget.value)}
        {...form.field('mobile')}
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

function Confirm({ user, opened, onClose }: DialogProps): ReactElement {
  const client = useQueryClient()
  const [otp, setOtp] = useState('')
  const form = useDialogForm(confirmMobile, { otp })
  const { memberId, name, mobileChange } = user
  const to = formatMobile(mobileChange?.mobile ?? '')
  const until = mobileChange ? formatTime(mobileChange.expiresAt) : ''
  const submit = (): void =>
    void form.send(async (body) => {
      keepUser(client, await call(confirmMobile, { params: { memberId }, body }))
      notifyDone(`The mobile of ${name} is changed. The old number was told.`)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change the mobile of ${name}`}
      what={`A one-time password went to ${to}; it works until ${until}. With it the number is changed, and ${name} is signed out on every phone.`}
      submit="Change the mobile"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="One-time password"
        data-autofocus
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={otp}
        onChange={(event) => setOtp(event.currentTarget.value)}
        {...form.field('otp')}
      />
    </DialogForm>
  )
}
