import { Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState, type ReactElement } from 'react'
import { openSetup, SETUP_STEPS, type SetupGuide } from '../../../../contract/people/setup.ts'
import { sentenceOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { OutsideFrame } from '../../../shell/outside-frame.tsx'
import { PROGRAMME_KEY } from '../../../shell/programme.ts'
import { AdminStep } from './admin-step.tsx'
import { CodeStep } from './code-step.tsx'
import { ProgrammeStep } from './programme-step.tsx'
import classes from './setup.module.css'

const NAME = 'Set up'
type Step = SetupGuide['step']
const STEP_NAMES: Record<Step, string> = {
  programme: 'Programme',
  admin: 'Administrator',
  code: 'Two-factor sign-in',
}
const TITLES: Record<Step, string> = {
  programme: 'Set up your programme',
  admin: 'The first administrator',
  code: 'Two-factor sign-in',
}

/** The first-run guide, opened by the link that the server prints while there is no administrator. */
export function GuidePage(): ReactElement {
  const { token = '' } = useParams({ strict: false })
  const opened = useQuery({
    queryKey: ['setup-guide', token],
    queryFn: ({ signal }) => call(openSetup, { body: { token }, signal }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (opened.isPending)
    return (
      <OutsideFrame title="Opening the guide" name={NAME}>
        <div role="status" aria-label="Opening the guide" />
      </OutsideFrame>
    )
  if (opened.isError)
    return (
      <OutsideFrame title="The link cannot be used" name={NAME}>
        <Text role="alert">{sentenceOf(opened.error)}</Text>
        <Button component={Link} to="/" fullWidth>
          Go to sign in
        </Button>
        <Button variant="default" onClick={() => void opened.refetch()} fullWidth>
          Try again
        </Button>
      </OutsideFrame>
    )
  return <Guide token={token} guide={opened.data} />
}

function Guide({ token, guide }: { token: string; guide: SetupGuide }): ReactElement {
  const client = useQueryClient()
  const [at, setAt] = useState<Step>(guide.step)
  const take = (next: SetupGuide, step: Step = next.step): void => {
    client.setQueryData(['setup-guide', token], next)
    void client.invalidateQueries({ queryKey: PROGRAMME_KEY })
    setAt(step)
  }
  const parts = { token, guide, onSaved: take }
  return (
    <OutsideFrame title={TITLES[at]} name={NAME} wide>
      <ol className={classes.steps} aria-label="Steps">
        {SETUP_STEPS.map((step) => (
          <li
            key={step}
            aria-current={step === at ? 'step' : undefined}
            data-done={SETUP_STEPS.indexOf(step) < SETUP_STEPS.indexOf(at) || undefined}
          >
            {STEP_NAMES[step]}
          </li>
        ))}
      </ol>
      {at === 'programme' && <ProgrammeStep {...parts} />}
      {at === 'admin' && <AdminStep {...parts} onBack={() => setAt('programme')} />}
      {at === 'code' && <CodeStep {...parts} onBack={() => setAt('admin')} />}
    </OutsideFrame>
  )
}
