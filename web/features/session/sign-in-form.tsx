import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useRef, useState, type FormEvent, type ReactElement } from 'react'
import { sentenceOf } from '../../lib/api-error.ts'
import { loadAsking, useSignIn } from './use-sign-in.ts'

export function SignInForm({
  email,
  onEmail,
}: {
  email: string
  onEmail: (email: string) => void
}): ReactElement {
  const [password, setPassword] = useState('')
  const passwordInput = useRef<HTMLInputElement>(null)
  const { signIn, isPending, error, check } = useSignIn(() => passwordInput.current?.select())
  const errors = check?.({ email, password }) ?? {}
  const prepare = (): void => {
    loadAsking().catch(() => undefined)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn({ email, password })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error && (
          <Alert color="red" icon={<IconAlertCircle size={18} />}>
            {sentenceOf(error)}
          </Alert>
        )}
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={email}
          onFocus={prepare}
          error={errors.email}
          onChange={(event) => onEmail(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordInput}
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onFocus={prepare}
          error={errors.password}
          aria-invalid={Boolean(errors.password)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" fullWidth loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  )
}
