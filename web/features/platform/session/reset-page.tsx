import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { FormEvent, ReactElement } from 'react'
import { resetPassword } from '../../../../contract/platform/session.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { OutsideFrame } from '../../../shell/outside-frame.tsx'
import { PasswordFields, usePasswordForm } from '../../../shell/password-fields.tsx'

/** Sets a password with a one-time link: a forgotten one, or the first of a new account. */
export function ResetPage(): ReactElement {
  const { token = '' } = useParams({ strict: false })
  const form = usePasswordForm()
  const set = useMutation({
    mutationFn: ({ newPassword, confirmPassword }: typeof form.values) =>
      call(resetPassword, { body: { token, password: newPassword, confirmPassword } }),
    onSuccess: form.reset,
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    form.touch('newPassword', 'confirmPassword')
    if (form.valid && !set.isPending) set.mutate(form.values)
  }
  if (set.isSuccess)
    return (
      <OutsideFrame title="Done" name="Password set">
        <Alert color="green" icon={<IconCheck size={18} />} role="status">
          {set.data.message}
        </Alert>
        <Button component={Link} to="/" fullWidth>
          Go to sign in
        </Button>
      </OutsideFrame>
    )
  return (
    <OutsideFrame title="Set your password" name="Set password">
      <Text c="dimmed">The link works once. Choose at least 6 characters.</Text>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {set.error && (
            <Alert color="red" icon={<IconAlertCircle size={18} />}>
              {sentenceOf(set.error)}
            </Alert>
          )}
          <PasswordFields form={form} disabled={set.isPending} />
          <Button type="submit" fullWidth loading={set.isPending}>
            Set password
          </Button>
        </Stack>
      </form>
    </OutsideFrame>
  )
}
