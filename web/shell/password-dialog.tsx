import { Button, Modal, Stack } from '@mantine/core'
import { useEffect, useRef, type FormEvent, type ReactElement } from 'react'
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
  const sent = useRef(false)
  useEffect(() => {
    if (opened) sent.current = false
  }, [opened])
  const close = (): void => {
    form.reset()
    onClose()
  }
  // Closing takes the focus from a field, which is no touch of it.
  const fields = opened ? form : { ...form, touch: () => undefined }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    // The dialog is still there while it fades away, and a second click may come before that.
    if (!opened || sent.current) return
    form.touch('newPassword', 'confirmPassword')
    if (!form.valid) return
    sent.current = true
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
          <PasswordFields form={fields} />
          <Button type="submit" fullWidth mt="xs">
            Update Password
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
