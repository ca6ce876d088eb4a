import { Button, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, type FormEvent, type ReactElement } from 'react'
import { updatePassword } from '../../contract/session.ts'
import { call } from '../lib/api.ts'
import { notifyDone, notifyFailed } from '../lib/notify.tsx'
import { PasswordFields, usePasswordForm } from './password-fields.tsx'

/** Source: shell spec, section 9. */
const WIDTH = 400

/** Changes my password. It is reset and closed whatever the outcome; a notification says which it was. */
export function PasswordDialog({
  opened,
  onClose,
}: {
  opened: boolean
  onClose: () => void
}): ReactElement {
  const form = usePasswordForm()
  const sending = useRef(false)
  const close = (): void => {
    form.reset()
    onClose()
  }
  const change = useMutation({
    mutationFn: ({ newPassword, confirmPassword }: typeof form.values) =>
      call(updatePassword, { body: { password: newPassword, confirmPassword } }),
    onSuccess: ({ message }) => notifyDone(message),
    onError: (failure) => notifyFailed('Your password was not changed', failure),
    onSettled: () => {
      sending.current = false
      close()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.touch('newPassword', 'confirmPassword')
    if (!form.valid || sending.current) return
    sending.current = true
    change.mutate(form.values)
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
          <PasswordFields form={form} disabled={change.isPending} />
          <Button type="submit" loading={change.isPending} fullWidth mt="xs">
            Update Password
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
