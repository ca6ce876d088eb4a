import { Alert, Button, Modal, PasswordInput, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type KeyboardEvent, type ReactElement } from 'react'
import type { Language } from '../../contract/people/members.ts'
import { proveItIsMe } from '../../contract/platform/my-account.ts'
import { beginPasskeySignIn } from '../../contract/platform/passkeys.ts'
import { call } from '../lib/api.ts'
import { askPasskey, PasskeyCancelled } from '../lib/passkey.ts'
import { passkeysWork } from '../lib/passkeys-work.ts'
import { useLanguage } from '../lib/read-language.ts'
import { useRole } from '../lib/session.ts'
import { FormBody, useDialogForm } from '../ui/dialog-form.tsx'
import { FailureAlert } from '../ui/failure-alert.tsx'
import { useSending } from '../ui/use-sending.ts'
import { accountOptions } from './account-options.ts'
import { HINDI_FAILURES, PROOF_WORDS } from './proof-words.ts'

/** For Mantine: Escape is for this dialog, and not for the one under it. */
const ALONE = { 'data-mantine-stop-propagation': true }
const WIDTH = 400

/** Of the person who is asked: a worker's phone has a language, the dashboard is English. */
function useProofLanguage(): Language {
  const language = useLanguage()
  return useRole() === 'worker' ? language : 'en'
}

/** Asks for the password or a code before what matters; the call that needed it then goes on. */
export function ProofDialog({ onSettle }: { onSettle: (given: boolean) => void }): ReactElement {
  const language = useProofLanguage()
  const words = PROOF_WORDS[language]
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
      title={words.title}
      lang={language}
      size={WIDTH}
      centered
      closeOnClickOutside={false}
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': words.close, ...ALONE }}
      onKeyDown={onKeyDown}
    >
      <ProofForm language={language} onDone={() => onSettle(true)} onCancel={cancel} />
    </Modal>
  )
}

function ProofForm({
  language,
  onDone,
  onCancel,
}: {
  language: Language
  onDone: () => void
  onCancel: () => void
}): ReactElement {
  const words = PROOF_WORDS[language]
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
  const isHindi = language === 'hi'
  const isWrong = Boolean(form.field(by).error)
  const failed = form.failure !== null || passkey.error !== null
  const field = {
    key: by,
    'data-autofocus': true,
    ...ALONE,
    autoFocus: true,
    value: typed,
    ...form.field(by),
    error: isHindi && isWrong ? HINDI_FAILURES[typed ? by : 'nothing'] : form.field(by).error,
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
      submit={words.confirm}
      cancel={words.cancel}
      busy={form.busy}
      failure={isHindi ? null : form.failure}
      kept=""
      onSubmit={submit}
      onClose={onCancel}
    >
      <Text>{words.why}</Text>
      {by === 'password' ? (
        <PasswordInput label={words.password} autoComplete="current-password" {...field} />
      ) : (
        <TextInput label={words.code} autoComplete="one-time-code" {...field} />
      )}
      {data && data.passkeys.length > 0 && passkeysWork() && (
        <Button
          variant="default"
          {...ALONE}
          disabled={form.busy}
          loading={passkey.busy}
          onClick={() => void passkey.send()}
        >
          {words.passkey}
        </Button>
      )}
      {passkey.error !== null && !isHindi && <FailureAlert error={passkey.error} />}
      {failed && !isWrong && isHindi && (
        <Alert color="red" role="alert">
          {HINDI_FAILURES.other}
        </Alert>
      )}
      {data?.twoFactor.on && (
        <Button
          variant="subtle"
          size="compact-sm"
          w="fit-content"
          {...ALONE}
          onClick={() => switchTo(by === 'password' ? 'code' : 'password')}
        >
          {by === 'password' ? words.byCode : words.byPassword}
        </Button>
      )}
    </FormBody>
  )
}
