import { Button, Modal, PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import { isWeakPin, setPin } from '../../../../../contract/platform/pin.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { call } from '../../../../lib/api.ts'
import { formatTime } from '../../../../lib/format.ts'
import { notifyDone } from '../../../../lib/notify.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { useWords } from '../language.ts'
import { PlantFailure } from '../plant-failure.tsx'
import { ME_KEY } from '../plant-me.ts'
import { onlyDigits } from './pin-digits.ts'
import classes from './pin-dialog.module.css'
import { PIN_WORDS } from './pin-words.ts'

const LEAST_DIGITS = 4

function useDraft() {
  const words = useWords(PIN_WORDS)
  const [pin, setPin] = useState('')
  const [again, setAgain] = useState('')
  const [tried, setTried] = useState(false)
  const problem = pin.length < LEAST_DIGITS ? words.short : isWeakPin(pin) ? words.weak : undefined
  const differ = again === pin ? undefined : words.differ
  return {
    pin,
    again,
    fine: problem === undefined && differ === undefined,
    problem: tried ? problem : undefined,
    differ: tried && problem === undefined ? differ : undefined,
    setPin: (text: string) => setPin(onlyDigits(text)),
    setAgain: (text: string) => setAgain(onlyDigits(text)),
    setTried,
  }
}

/** Sets a PIN, or changes it. */
export function PinDialog({
  has,
  opened,
  onClose,
}: {
  has: boolean
  opened: boolean
  onClose: () => void
}): ReactElement {
  const language = useLanguage()
  const words = useWords(PIN_WORDS)
  const queries = useQueryClient()
  const draft = useDraft()
  const { busy, error, send } = useSending(async () => {
    const { until } = await call(setPin, { body: { pin: draft.pin } })
    void queries.invalidateQueries({ queryKey: [ME_KEY] })
    notifyDone(words.saved(until && formatTime(until)))
    onClose()
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    draft.setTried(true)
    if (draft.fine) void send()
  }
  const isOwn = error instanceof ApiError && error.reason === 'pin_own'
  const field = { size: 'lg', inputMode: 'numeric', autoComplete: 'off' } as const
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={has ? words.change : words.set}
      closeButtonProps={{ 'aria-label': words.close }}
      lang={language}
      centered
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <p>{words.about}</p>
        <PasswordInput
          {...field}
          label={words.pin}
          description={words.hint}
          data-autofocus
          value={draft.pin}
          error={draft.problem ?? (isOwn ? words.own : undefined)}
          onChange={(event) => draft.setPin(event.currentTarget.value)}
        />
        <PasswordInput
          {...field}
          label={words.again}
          value={draft.again}
          error={draft.differ}
          onChange={(event) => draft.setAgain(event.currentTarget.value)}
        />
        {error !== null && !isOwn && <PlantFailure error={error} title={words.notSaved} />}
        <p className={classes.small}>{words.askedFor}</p>
        <Button type="submit" size="lg" loading={busy}>
          {words.save}
        </Button>
      </form>
    </Modal>
  )
}
