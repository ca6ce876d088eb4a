import { Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactElement } from 'react'
import { FRESH_MINUTES } from '../../contract/endpoint.ts'
import { proveItIsMe } from '../../contract/platform/my-account.ts'
import { beginPasskeySignIn } from '../../contract/platform/passkeys.ts'
import { call } from '../lib/api.ts'
import { askPasskey, PasskeyCancelled } from '../lib/passkey.ts'
import { passkeysWork } from '../lib/passkeys-work.ts'
import { FormBody, useDialogForm } from '../ui/dialog-form.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { useSending } from '../ui/use-sending.ts'
import { accountOptions } from './account-options.ts'

/** For Mantine: Escape is for this dialog, and not for the one under it. */
const ALONE = { 'data-mantine-stop-propagation': true }
const WIDTH = 400

/** Asks for the password or a code before what matters; the call that needed it then goes on. */
export function ProofDialog({ onSettle }: { onSettle: (given: boolean) => void }): ReactElement {
  const cancel = (): void => onSettle(false)
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    cancel()
  }
  return (
    <Modal
      opened
      onClose={cancel}
      title="Confirm it is you"
      size={WIDTH}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': 'Close', ...ALONE }}
      onKeyDown={onKeyDown}
    >
      <ProofForm onDone={() => onSettle(true)} onCancel={cancel} />
    </Modal>
  )
}

function ProofForm({
  onDone,
  onCancel,
}: {
  onDone: () => void
  onCancel: () => void
}): ReactElement {
  const { data } = useQuery(accountOptions())
  const [by, setBy] = useState<'password' | 'code'>('password')
  const [typed, setTyped] = useState('')
  const form = useDialogForm(proveItIsMe, by === 'password' ? { password: typed } : { code: typed })
  const passkey = useSending(async () => {
    try {
      const used = await askPasskey(await call(beginPasskeySignIn, {}))
      await call(proveItIsMe, { body: { passkey: used } })
      onDone()
    } catch (failure) {
      if (!(failure instanceof PasskeyCancelled)) throw failure
    }
  })
  const switchTo = (next: 'password' | 'code'): void => {
    setBy(next)
    setTyped('')
  }
  const field = {
    key: by,
    'data-autofocus': true,
    ...ALONE,
    autoFocus: true,
    value: typed,
    ...form.field(by),
    onChange: (event: { currentTarget: { value: string } }) => setTyped(event.currentTarget.value),
  }
  const submit = (): void => {
    void form.send(async (body) => {
      await call(proveItIsMe, { body })
      onDone()
    })
  }
  return (
    <FormBody
      submit="Confirm"
      busy={form.busy}
      failure={form.failure}
      kept=""
      onSubmit={submit}
      onClose={onCancel}
    >
      <Text>{`This matters, so it asks again who you are. You are not asked again for ${FRESH_MINUTES} minutes.`}</Text>
      {by === 'password' ? (
        <PasswordInput label="Password" autoComplete="current-password" {...field} />
      ) : (
        <TextInput label="Code" autoComplete="one-time-code" {...field} />
      )}
      {data && data.passkeys.length > 0 && passkeysWork() && (
        <Button
          variant="default"
          {...ALONE}
          disabled={form.busy}
          loading={passkey.busy}
          onClick={() => void passkey.send()}
        >
          Use a passkey
        </Button>
      )}
      {passkey.error !== null && <FailureAlert error={passkey.error} />}
      {data?.twoFactor.on && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          {...ALONE}
          onClick={() => switchTo(by === 'password' ? 'code' : 'password')}
        >
          {by === 'password' ? 'Use a code instead' : 'Use the password instead'}
        </Button>
      )}
    </FormBody>
  )
}
