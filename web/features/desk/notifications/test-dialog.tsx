import { TextInput } from '@mantine/core'
import { useState, type ReactElement } from 'react'
import {
  testNotification,
  type NotificationDetail,
} from '../../../../contract/desk/notifications.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'

/** Sends a draft to one number, marked as a test. */
export function TestDialog({
  message,
  opened,
  onClose,
}: {
  message: NotificationDetail
  opened: boolean
  onClose: () => void
}): ReactElement {
  const [mobile, setMobile] = useState('')
  const form = useDialogForm(testNotification, { mobile })
  const { notificationId } = message
  const submit = (): void =>
    void form.send(async (body) => {
      const { message: words } = await call(testNotification, { params: { notificationId }, body })
      notifyDone(words)
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Test “${message.title}”`}
      what="One number gets it by SMS or push, in both languages and marked as a test. It stands in no inbox and counts nowhere."
      submit="Send the test"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextInput
        label="Mobile number"
        type="tel"
        autoComplete="off"
        data-autofocus
        value={mobile}
        onChange={(event) => setMobile(event.currentTarget.value)}
        {...form.field('mobile')}
      />
    </DialogForm>
  )
}
