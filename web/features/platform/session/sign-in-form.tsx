import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { IconAlertCircle, IconFingerprint } from '@tabler/icons-react'
import { useRef, useState, type FormEvent, type ReactElement } from 'react'
import { ApiError, sentenceOf } from '../../../lib/api-error.ts'
import { passkeysWork } from '../../../lib/passkeys-work.ts'
import { loadAsking, useSignIn } from './use-sign-in.ts'

/** What the server says of the code, where it wants one. */
const codeError = (failure: unknown): string | undefined =>
  failure instanceof ApiError ? failure.fields.code : undefined

export function SignInForm({
  email,
  onEmail,
}: {
  email: string
  onEmail: (email: string) => void
}): ReactElement {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const [asksCode, setAsksCode] = useState(false)
  const passwordInput = useRef<HTMLInputElement>(null)
  const codeInput = useRef<HTMLInputElement>(null)
  const { signIn, isPending, error, check } = useSignIn((failure) => {
    const asked = codeError(failure) !== undefined
    setAsksCode(asked)
    // The field of the code is there only after this.
    setTimeout(() => (asked ? codeInput : passwordInput).current?.select())
  })
  const errors = check?.({ email, password }) ?? {}
  const prepare = (): void => {
    loadAsking().catch(() => undefined)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    signIn({ email, password, ...(asksCode && code !== '' && { code }) })
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {error && !asksCode && (
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
        {asksCode && (
          <TextInput
            ref={codeInput}
            label="Code"
            description="Of your authenticator app, or a recovery code"
            name="code"
            autoComplete="one-time-code"
            value={code}
            error={isPending ? undefined : codeError(error)}
            onChange={(event) => setCode(event.currentTarget.value)}
          />
        )}
        <Button type="submit" fullWidth loading={isPending}>
          Sign in
        </Button>
        {passkeysWork() && (
          <Button
            variant="default"
            fullWidth
            leftSection={<IconFingerprint size={18} stroke={1.6} aria-hidden />}
            disabled={isPending}
            onFocus={prepare}
            onClick={() => signIn('passkey')}
          >
            Use a passkey
          </Button>
        )}
      </Stack>
    </form>
  )
}
