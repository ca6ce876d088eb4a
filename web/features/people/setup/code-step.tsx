import { Button, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactElement } from 'react'
import type { Session } from '../../../../contract/platform/session.ts'
import { finishSetup } from '../../../../contract/people/setup.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { storeSession } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { RecoveryCodes, SecretToScan } from '../../../ui/two-factor-parts.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import type { StepProps } from './programme-step.tsx'
import classes from './setup.module.css'

/** Two-factor sign-in with its first code, then the recovery codes, then the dashboard. */
export function CodeStep({
  token,
  guide,
  onBack,
}: StepProps & { onBack: () => void }): ReactElement {
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const [done, setDone] = useState<{ session: Session; codes: readonly string[] }>()
  const { busy, error, send } = useSending(async () => {
    const { session, recoveryCodes } = await call(finishSetup, { body: { token, code } })
    setDone({ session, codes: recoveryCodes })
  })
  if (done) {
    const enter = (): void => {
      storeSession(done.session)
      void navigate({ to: '/dashboard', replace: true })
    }
    return <RecoveryCodes codes={done.codes} onDone={enter} />
  }
  const wrong = error instanceof ApiError ? error.fields.code : undefined
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>
        Signing in asks for six digits of an app on your phone as well. Scan this with an
        authenticator app, then enter the digits that it shows.
      </p>
      {guide.twoFactor && <SecretToScan {...guide.twoFactor} />}
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        inputMode="numeric"
        data-autofocus
        value={code}
        error={wrong}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {error !== null && wrong === undefined && <FailureAlert error={error} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <Button type="submit" loading={busy}>
          Finish
        </Button>
      </div>
    </form>
  )
}
