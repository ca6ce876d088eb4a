import { Alert, Button, Modal, Skeleton } from '@mantine/core'
import { IconInfoCircle, IconLogout } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { endMySession } from '../../contract/platform/my-account.ts'
import { call } from '../lib/api.ts'
import { notifyDone, notifyFailed } from '../lib/notify.tsx'
import { deviceWords } from '../ui/device-words.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Moment } from '../ui/moment.tsx'
import classes from './account-dialog.module.css'
import { accountOptions } from './account-options.ts'
import { logOutEverywhere } from './session-events.ts'
import { Passkeys } from './passkeys.tsx'
import { LanguagePart, ThemePart } from './profile-parts.tsx'
import { TwoFactor } from './two-factor.tsx'
import '@mantine/core/styles/Skeleton.layer.css'

/** Theme, language, two-factor sign-in, passkeys and where I am signed in. With `must` it stays until two-factor is set up. */
export function AccountDialog({
  opened,
  must,
  onClose,
}: {
  opened: boolean
  must: boolean
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={must ? 'Set up two-factor sign-in' : 'My profile'}
      size={520}
      centered
      closeOnClickOutside={false}
      closeOnEscape={!must}
      withCloseButton={!must}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Account must={must} onClose={onClose} />
    </Modal>
  )
}

function Account({ must, onClose }: { must: boolean; onClose: () => void }): ReactElement {
  const { data, error } = useQuery(accountOptions())
  if (error && !data) return <FailureAlert error={error} />
  if (!data) return <Skeleton h={220} />
  return (
    <div className={classes.body}>
      {must && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />}>
          Your role must sign in with two factors. Everything else works as soon as it is set up.
        </Alert>
      )}
      {!must && <ThemePart />}
      {!must && <LanguagePart language={data.language} />}
      <TwoFactor status={data.twoFactor} onClose={onClose} />
      {!must && <Passkeys passkeys={data.passkeys} />}
      {must ? (
        <Button
          variant="subtle"
          leftSection={<IconLogout size={16} stroke={1.6} aria-hidden />}
          onClick={logOutEverywhere}
        >
          Logout
        </Button>
      ) : (
        <Sessions sessions={data.sessions} />
      )}
    </div>
  )
}

type Session = { sessionId: string; current: boolean; seenAt: string; address: string | null } & {
  userAgent: string | null
}

function Sessions({ sessions }: { sessions: readonly Session[] }): ReactElement {
  const client = useQueryClient()
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endMySession, { params: { sessionId } }),
    onSuccess: ({ message }) => notifyDone(message),
    onError: (failure) => notifyFailed('The session was not ended', failure),
    onSettled: () => client.invalidateQueries(accountOptions()),
  })
  return (
    <section className={classes.part}>
      <h3>Where I am signed in</h3>
      <ul className={classes.sessions}>
        {sessions.map(({ sessionId, current, seenAt, address, userAgent }) => (
          <li key={sessionId}>
            <div>
              <b>{deviceWords(userAgent)}</b>
              <span>
                {current ? 'This one' : 'Last used '}
                {!current && <Moment at={seenAt} />}
                {address && `, from ${address}`}
              </span>
            </div>
            {!current && (
              <Button
                size="compact-sm"
                variant="default"
                loading={end.isPending && end.variables === sessionId}
                onClick={() => end.mutate(sessionId)}
              >
                End
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
