import { Button, PasswordInput, TextInput } from '@mantine/core'
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import {
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewRecovery,
  type TwoFactorStanding,
} from '../../contract/my-account.ts'
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
  | { name: 'standing' }
  | { name: 'begin' | 'renew' | 'end' }
  | { name: 'scan'; secret: string; address: string }
  | { name: 'codes'; codes: readonly string[] }

/** Two-factor sign-in: whether it is on, setting it up, recovery codes, turning it off. */
export function TwoFactor({
  standing,
  onClose,
}: {
  standing: TwoFactorStanding
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ name: 'standing' })
  const back = (): void => setStep({ name: 'standing' })
  const refresh = () => client.invalidateQueries({ queryKey: ['my-account'] })
  switch (step.name) {
    case 'standing':
      return <StandingPart standing={standing} onStep={(name) => setStep({ name })} />
    case 'begin':
      return (
        <Ask
          title="Your password first"
          words="So that nobody sets it up who only found the screen open."
          submit="Go on"
          onBack={back}
          onSend={async ({ password }) =>
            setStep({ name: 'scan', ...(await call(beginTwoFactor, { body: { password } })) })
          }
        />
      )
    case 'scan':
      return (
        <Ask
          title="Scan it with your authenticator app"
          words="Then enter the six digits that the app shows."
          submit="Turn it on"
          wantsCode
          onBack={back}
          onSend={async ({ code }) => {
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
          wantsPassword
          wantsCode
          onBack={back}
          onSend={async (body) => {
            const { recoveryCodes } = await call(renewRecovery, { body })
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
          wantsPassword
          wantsCode
          onBack={back}
          onSend={async (body) => {
            notifyDone((await call(endTwoFactor, { body })).message)
            await refresh()
            back()
          }}
        />
      )
  }
}

function StandingPart({
  standing: { on, since, recoveryCodesLeft, required },
  onStep,
}: {
  standing: TwoFactorStanding
  onStep: (name: 'begin' | 'renew' | 'end') => void
}): ReactElement {
  // Also where the page was loaded anew between turning it on and keeping the codes.
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
      <div className={classes.buttons}>
        {!on && <Button onClick={() => onStep('begin')}>Set it up</Button>}
        {on && (
          <Button variant="default" onClick={() => onStep('renew')}>
            New recovery codes
          </Button>
        )}
        {on && !required && (
          <Button variant="default" onClick={() => onStep('end')}>
            Turn it off
          </Button>
        )}
      </div>
    </section>
  )
}

type Given = { password: string; code: string }

/** Asks for the password, for a code, or for both; what is wrong is told at its field. */
function Ask({
  title,
  words,
  submit,
  wantsCode = false,
  wantsPassword = !wantsCode,
  onSend,
  onBack,
  children,
}: {
  title: string
  words: string
  submit: string
  wantsPassword?: boolean
  wantsCode?: boolean
  onSend: (given: Given) => Promise<void>
  onBack: () => void
  children?: ReactNode
}): ReactElement {
  const [given, setGiven] = useState<Given>({ password: '', code: '' })
  const { busy, error, send } = useSending(onSend)
  const fields = error instanceof ApiError ? error.fields : {}
  const isTold = fields.password !== undefined || fields.code !== undefined
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    void send(given)
  }
  return (
    <form className={classes.form} onSubmit={onSubmit} noValidate>
      <div className={classes.part}>
        <h3>{title}</h3>
        <p>{words}</p>
        {children}
      </div>
      {wantsPassword && (
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          data-autofocus
          value={given.password}
          error={fields.password}
          onChange={(event) => setGiven({ ...given, password: event.currentTarget.value })}
        />
      )}
      {wantsCode && (
        <TextInput
          label="Code"
          autoComplete="one-time-code"
          value={given.code}
          error={fields.code}
          onChange={(event) => setGiven({ ...given, code: event.currentTarget.value })}
        />
      )}
      {error !== null && !isTold && <FailureAlert error={error} />}
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
