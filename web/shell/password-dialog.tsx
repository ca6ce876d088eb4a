import { Button, Modal, Stack } from '@mantine/core'
import type { FormEvent, ReactElement } from 'react'
import { PasswordFields, usePasswordForm } from './password-fields.tsx'
import { sendNewPassword } from './send-password.ts'

/** Source: shell spec, section 9. */
const WIDTH = 400

/** Changes my password. It is reset and closed at once and shows no outcome: the bell has it. */
export function PasswordDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  const form = usePasswordForm()
  const close = (): void => {
    form.reset()
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The dialog is still there while it fades away.
    if (!opened) return
    form.touch('newPassword', 'confirmPassword')
    if (!form.valid) return
    void sendNewPassword(form.values)
    close()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title="Update Password"
      size={WIDTH}
      centered
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <PasswordFields form={form} />
          <Button type="submit" fullWidth mt="xs">
            Update Password
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
