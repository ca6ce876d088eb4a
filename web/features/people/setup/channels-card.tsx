import { Alert, Button, TextInput } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement, type ReactNode } from 'react'
import { tryMessage, tryPayouts, type SetupChannels } from '../../../../contract/people/setup.ts'
import { ApiError } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { useSession } from '../../../lib/session.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { Moment } from '../../../ui/moment.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { channelsOptions } from './setup-queries.ts'
import classes from './setup.module.css'

type Outcome = { ok: boolean; words: string; channels: SetupChannels }
type Tried = SetupChannels['sms']['tried']

/** Messages and payouts: whether they are set up, and a try of each. */
export function ChannelsCard({ channels }: { channels: SetupChannels }): ReactElement {
  const session = useSession()
  return (
    <section className={classes.card} aria-labelledby="setup-channels">
      <div className={classes.head}>
        <h2 id="setup-channels">Messages and payments</h2>
        <p>Try each once before members rely on it. Their settings belong to the server.</p>
      </div>
      <MessageTrial kind="sms" title="SMS" label="My mobile number" first="" state={channels.sms} />
      <MessageTrial
        kind="email"
        title="E-mail"
        label="My e-mail"
        first={session?.email ?? ''}
        state={channels.email}
      />
      <PayoutTrial state={channels.payouts} />
    </section>
  )
}

/** Sends one try; what was refused by the other side is told beside it, and is no error of ours. */
function useTrial(ask: () => Promise<Outcome>) {
  const client = useQueryClient()
  const [refused, setRefused] = useState<string | null>(null)
  const sending = useSending(async () => {
    setRefused(null)
    const { ok, words, channels } = await ask()
    client.setQueryData(channelsOptions().queryKey, channels)
    void client.invalidateQueries({ queryKey: ['setup', 'checklist'] })
    if (ok) notifyDone(words)
    else setRefused(words)
  })
  return { ...sending, refused }
}

function MessageTrial({
  kind,
  title,
  label,
  first,
  state,
}: {
  kind: 'sms' | 'email'
  title: string
  label: string
  first: string
  state: SetupChannels['sms']
}): ReactElement {
  const [to, setTo] = useState(first)
  const { busy, error, refused, send } = useTrial(() =>
    call(tryMessage, { body: { channel: kind, to } }),
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  return (
    <Trial title={title} tried={state.tried} error={error} refused={refused} field="to">
      {state.ready ? (
        <form className={classes.trialRow} onSubmit={submit} noValidate>
          <TextInput
            label={label}
            type={kind === 'sms' ? 'tel' : 'email'}
            value={to}
            error={error instanceof ApiError ? error.fields.to : undefined}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={busy}>
            {kind === 'sms' ? 'Send a test SMS' : 'Send a test e-mail'}
          </Button>
        </form>
      ) : (
        <p>{`Nothing can be sent: ${state.setting} is not configured. Set it and start the server again.`}</p>
      )}
    </Trial>
  )
}

function PayoutTrial({ state }: { state: SetupChannels['payouts'] }): ReactElement {
  const way = state.ready ? 'provider' : 'bank_file'
  const { busy, error, refused, send } = useTrial(() => call(tryPayouts, { body: { way } }))
  return (
    <Trial title="Payments" tried={state.tried} error={error} refused={refused}>
      {!state.ready && (
        <p>
          {`No payout provider is set up (${state.settings.join(', ')}). Payments can go by bank file: the file is made on Pending Payment and uploaded at your bank.`}
        </p>
      )}
      <div>
        <Button variant="default" loading={busy} onClick={() => void send()}>
          {state.ready ? 'Ask the provider for the balance' : 'Pay by bank file'}
        </Button>
      </div>
    </Trial>
  )
}

function Trial({
  title,
  tried,
  error,
  refused,
  field,
  children,
}: {
  title: string
  tried: Tried
  error: unknown
  refused: string | null
  /** A refusal of this field is told there. */
  field?: string
  children: ReactNode
}): ReactElement {
  const isTold =
    error instanceof ApiError && field !== undefined && error.fields[field] !== undefined
  return (
    <div className={classes.trial}>
      <h3>{title}</h3>
      {children}
      {refused && (
        <Alert color="red" icon={<IconAlertCircle size={18} />} role="alert">
          {refused}
        </Alert>
      )}
      {error !== null && !isTold && <FailureAlert error={error} />}
      {tried && (
        <p className={classes.note}>
          {`${tried.words} ${tried.by}, `}
          <Moment at={tried.at} />
        </p>
      )}
    </div>
  )
}
