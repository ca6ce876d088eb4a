import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  type MyPasskey,
} from '../../contract/platform/passkeys.ts'
import { call } from '../lib/api.ts'
import { notifyDone } from '../lib/notify.tsx'
import { makePasskey, PasskeyCancelled } from '../lib/passkey.ts'
import { passkeysWork } from '../lib/passkeys-work.ts'
import { deviceWords } from '../ui/device-words.ts'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { Moment } from '../ui/moment.tsx'
import { useSending } from '../ui/use-sending.ts'
import classes from './account-dialog.module.css'
import { accountOptions } from './account-options.ts'

/** The passkeys that open my account: which there are, one more, one less. */
export function Passkeys({ passkeys }: { passkeys: readonly MyPasskey[] }): ReactElement {
  const client = useQueryClient()
  const [removing, setRemoving] = useState<string | null>(null)
  const { busy, error, send } = useSending(async (act: () => Promise<{ message: string }>) => {
    try {
      notifyDone((await act()).message)
    } catch (failure) {
      if (!(failure instanceof PasskeyCancelled)) throw failure
    } finally {
      await client.invalidateQueries(accountOptions())
    }
  })
  const add = (): Promise<void> =>
    send(async () => {
      const passkey = await makePasskey(await call(beginPasskey, {}))
      return call(addPasskey, { body: { passkey } })
    })
  const remove = async (passkeyId: string): Promise<void> => {
    setRemoving(passkeyId)
    await send(() => call(removePasskey, { params: { passkeyId } }))
    setRemoving(null)
  }
  return (
    <section className={classes.part}>
      <h3>Passkeys</h3>
      <p>
        Sign in with your fingerprint, your face or the PIN of this device, instead of a password
        and a code.
      </p>
      {passkeys.length > 0 && (
        <ul className={classes.sessions}>
          {passkeys.map(({ passkeyId, userAgent, createdAt, usedAt }) => (
            <li key={passkeyId}>
              <div>
                <b>{`Made with ${deviceWords(userAgent)}`}</b>
                <span>
                  {'Added '}
                  <Moment at={createdAt} />
                  {usedAt ? ', last used ' : ', not used yet'}
                  {usedAt && <Moment at={usedAt} />}
                </span>
              </div>
              <Button
                size="compact-sm"
                variant="default"
                loading={removing === passkeyId}
                onClick={() => void remove(passkeyId)}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {error !== null && <FailureAlert error={error} />}
      {passkeysWork() ? (
        <div className={classes.buttons}>
          <Button variant="default" loading={busy && removing === null} onClick={() => void add()}>
            Add a passkey
          </Button>
        </div>
      ) : (
        <p>This browser cannot make passkeys.</p>
      )}
    </section>
  )
}
