import { Button, TextInput } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecovery,
  type TwoFactorStatus,
} from '../../contract/platform/my-account.ts'
import { ApiError } from '../lib/api-error.ts'
import { call } from '../lib/api.ts'
import { notifyDone } from '../lib/notify.tsx'
import { twoFactorIsSet } from '../lib/session.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Moment } from '../ui/moment.tsx'
import { Tag } from '../ui/tag.tsx'
import { RecoveryCodes, SecretToScan } from '../ui/two-factor-parts.tsx'
import { useSending } from '../ui/use-sending.ts'
import classes from './account-dialog.module.css'

type Step =
  | { name: 'status' }
  | { name: 'renew' | 'end' }
  | { name: 'scan'; secret: string; address: string }
  | { name: 'codes'; codes: readonly string[] }

/** Two-factor sign-in: whether it is on, setting it up, recovery codes, turning it off. */
export function TwoFactor({
  status,
  onClose,
}: {
  status: TwoFactorStatus
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'status' })
  const back = (): void => setStep({ name: 'status' })
  const refresh = () => client.invalidateQueries({ queryKey: ['my-account'] })
  switch (step.name) {
    case 'status':
      return <StatusPart status={status} onStep={setStep} />
    case 'scan':
      return (
        <Ask
          title="Scan it with your authenticator app"
          words="Then enter the six digits that the app shows."
          submit="Turn it on"
          onBack={back}
          onSend={async (code) => {
            const { recoveryCodes } = await call(confirmTwoFactor, { body: { code } })
            setStep({ name: 'codes', codes: recoveryCodes })
          }}
        >
          <SecretToScan secret={step.secret} address={step.address} />
        </Ask>
      )
    case 'codes':
      return (
        <RecoveryCodes
          codes={step.codes}
          onDone={() => {
            twoFactorIsSet()
            void client.invalidateQueries()
            back()
            onClose()
          }}
        />
      )
    case 'renew':
      return (
        <Ask
          title="New recovery codes"
          words="The old ones end."
          submit="Give new codes"
          onBack={back}
          onSend={async (code) => {
            const { recoveryCodes } = await call(renewRecovery, { body: { code } })
            setStep({ name: 'codes', codes: recoveryCodes })
          }}
        />
      )
    case 'end':
      return (
        <Ask
          title="Turn two-factor sign-in off"
          words="Your password alone then opens the account."
          submit="Turn it off"
          onBack={back}
          onSend={async (code) => {
            notifyDone((await call(endTwoFactor, { body: { code } })).message)
            await refresh()
            back()
          }}
        />
      )
  }
}

function StatusPart({
  status: { on, since, recoveryCodesLeft, required },
  onStep,
}: {
  status: TwoFactorStatus
  onStep: (step: Step) => void
}): ReactElement {
  const begin = useSending(async () => {
    onStep({ name: 'scan', ...(await call(beginTwoFactor, {})) })
  })
  // Also where the page was loaded again between turning it on and keeping the codes.
  useEffect(() => {
    if (on) twoFactorIsSet()
  }, [on])
  return (
    <section className={classes.part}>
      <h3>Two-factor sign-in</h3>
      <div>
        <Tag tone={on ? 'green' : 'gray'} Picture={on ? IconShieldCheck : IconShieldOff}>
          {on ? 'On' : 'Off'}
        </Tag>
      </div>
      {on ? (
        <p>
          {'Since '}
          {since && <Moment at={since} />}
          {`. Recovery codes left: ${recoveryCodesLeft}.`}
        </p>
      ) : (
        <p>
          With it signing in asks for six digits of an app on your phone as well: a stolen password
          alone opens nothing.
        </p>
      )}
      {begin.error !== null && <FailureAlert error={begin.error} />}
      <div className={classes.buttons}>
        {!on && (
          <Button loading={begin.busy} onClick={() => void begin.send()}>
            Set it up
          </Button>
        )}
        {on && (
          <Button variant="default" onClick={() => onStep({ name: 'renew' })}>
            New recovery codes
          </Button>
        )}
        {on && !required && (
          <Button variant="default" onClick={() => onStep({ name: 'end' })}>
            Turn it off
          </Button>
        )}
      </div>
    </section>
  )
}

/** Asks for a code; what is wrong is told at its field. */
function Ask({
  title,
  words,
  submit,
  onSend,
  onBack,
  children,
}: {
  title: string
  words: string
  submit: string
  onSend: (code: string) => Promise<void>
  onBack: () => void
  children?: ReactNode
}): ReactElement {
  const [code, setCode] = useState('')
  const { busy, error, send } = useSending(onSend)
  const refused = error instanceof ApiError ? error.fields.code : undefined
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void send(code)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <div className={classes.part}>
        <h3>{title}</h3>
        <p>{words}</p>
        {children}
      </div>
      <TextInput
        label="Code"
        autoComplete="one-time-code"
        data-autofocus
        value={code}
        error={refused}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      {error !== null && refused === undefined && <FailureAlert error={error} />}
      <div className={classes.buttons}>
        <Button type="submit" loading={busy}>
          {submit}
        </Button>
        <Button variant="default" onClick={onBack} disabled={busy}>
          Back
        </Button>
      </div>
    </form>
  )
}
