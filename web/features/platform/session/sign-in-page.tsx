import { Alert, Anchor } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState, type ReactElement } from 'react'
import { forgetSessionEnd, sessionHasEnded } from '../../../shell/session-events.ts'
import { OutsideFrame } from '../../../shell/outside-frame.tsx'
import { useProgramme } from '../../../shell/programme-logo.tsx'
import { SignInForm } from './sign-in-form.tsx'

const ForgotForm = lazy(async () => ({ default: (await import('./forgot-form.tsx')).ForgotForm }))

export function SignInPage(): ReactElement {
  const programme = useProgramme()
  const [forgotten, setForgotten] = useState(false)
  const [email, setEmail] = useState('')
  const [ended] = useState(sessionHasEnded)
  useEffect(forgetSessionEnd, [])
  return (
    <OutsideFrame
      title={forgotten ? 'Forgot your password?' : `Sign in to ${programme.name}`}
      name={forgotten ? 'Forgot password' : 'Sign in'}
    >
      {ended && !forgotten && (
        <Alert color="yellow" icon={<IconInfoCircle size={18} />} role="status">
          Your session has ended. Sign in again.
        </Alert>
      )}
      {forgotten ? (
        <Suspense>
          <ForgotForm email={email} onEmail={setEmail} />
        </Suspense>
      ) : (
        <SignInForm email={email} onEmail={setEmail} />
      )}
      <Anchor component="button" type="button" size="sm" onClick={() => setForgotten(!forgotten)}>
        {forgotten ? 'Back to sign in' : 'Forgot password?'}
      </Anchor>
    </OutsideFrame>
  )
}
