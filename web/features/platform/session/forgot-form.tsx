import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { IconAlertCircle, IconMailCheck } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { forgotPassword } from '../../../../contract/platform/session.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'

/** Asks for a one-time link. What is said is the same for a known and an unknown e-mail. */
export function ForgotForm({
  email,
  onEmail,
}: {
  email: string
  onEmail: (email: string) => void
}): ReactElement {
  const [problem, setProblem] = useState<string>()
  const ask = useMutation({ mutationFn: () => call(forgotPassword, { body: { email } }) })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const message = forgotPassword.body?.safeParse({ email }).error?.issues[0]?.message
    setProblem(message)
    if (!message && !ask.isPending) ask.mutate()
  }
  if (ask.isSuccess)
    return (
      <Alert color="green" icon={<IconMailCheck size={18} />} role="status">
        {ask.data.message}
      </Alert>
    )
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {ask.error && (
          <Alert color="red" icon={<IconAlertCircle size={18} />}>
            {sentenceOf(ask.error)}
          </Alert>
        )}
        <Text c="dimmed">Enter your e-mail, and we send you a link to set a new password.</Text>
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={email}
          error={problem}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={ask.isPending}>
          Send the link
        </Button>
      </Stack>
    </form>
  )
}
