import { Button, PasswordInput } from '@mantine/core'
import { IconBackspace, IconLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent, type ReactElement } from 'react'
import { unlockSession } from '../../../../../contract/platform/pin.ts'
import { ApiError } from '../../../../lib/api-error.ts'
import { call } from '../../../../lib/api.ts'
import { useLanguage } from '../../../../lib/read-language.ts'
import { sessionUnlocked } from '../../../../lib/session-lock.ts'
import { nameOf, useSession } from '../../../../lib/session.ts'
import { logOutEverywhere } from '../../../../shell/session-events.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { useWords } from '../language.ts'
import { failureSentence } from '../plant-failure.tsx'
import classes from './pin-pad.module.css'
import { PIN_WORDS } from './pin-words.ts'
import { MOST_DIGITS, onlyDigits } from './pin-digits.ts'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9'] as const

/** Sends the PIN; what is refused empties the field. */
function useUnlock() {
  const queries = useQueryClient()
  const [pin, setPin] = useState('')
  const sending = useSending(async () => {
    try {
      await call(unlockSession, { body: { pin } })
    } finally {
      setPin('')
    }
    sessionUnlocked()
    // What was refused meanwhile is asked for again.
    void queries.invalidateQueries()
  })
  return { pin, setPin, ...sending }
}

function useSentence(error: unknown): string | undefined {
  const language = useLanguage()
  const words = useWords(PIN_WORDS)
  if (error === null) return undefined
  const wrong = error instanceof ApiError && error.reason === 'pin_wrong'
  if (!wrong) return failureSentence(language, error)
  return language === 'en' ? error.message : words.wrong
}

/** Stands in place of the page until the PIN of whoever is signed in opens the phone again. */
export function PinPad(): ReactElement {
  const language = useLanguage()
  const words = useWords(PIN_WORDS)
  const session = useSession()
  const { pin, setPin, busy, error, send } = useUnlock()
  const title = useId()
  const problem = useSentence(error)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (pin !== '') void send()
  }
  const add = (digit: string): void => setPin(onlyDigits(pin + digit))
  return (
    <form
      className={classes.pad}
      lang={language}
      aria-labelledby={title}
      onSubmit={submit}
      noValidate
    >
      <IconLock size={36} stroke={1.6} aria-hidden />
      <h1 id={title}>{words.locked}</h1>
      <p>{words.lockedAbout(session ? nameOf(session) : '')}</p>
      <PasswordInput
        ref={field}
        classNames={{ root: classes.field, innerInput: classes.digits }}
        aria-label="PIN"
        size="lg"
        // The keys below are there; a keyboard may type too.
        inputMode="none"
        autoComplete="off"
        value={pin}
        error={problem}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setPin(onlyDigits(event.currentTarget.value))}
      />
      <div className={classes.keys}>
        {KEYS.map((digit) => (
          <Button key={digit} variant="default" className={classes.key} onClick={() => add(digit)}>
            {digit}
          </Button>
        ))}
        <Button
          variant="subtle"
          color="gray"
          className={classes.key}
          aria-label={words.back}
          onClick={() => setPin(pin.slice(0, -1))}
        >
          <IconBackspace size={26} stroke={1.6} aria-hidden />
        </Button>
        <Button
          variant="default"
          className={classes.key}
          disabled={pin.length >= MOST_DIGITS}
          onClick={() => add('0')}
        >
          0
        </Button>
        <Button type="submit" className={classes.key} loading={busy} disabled={pin.length < 4}>
          {words.unlock}
        </Button>
      </div>
      <p className={classes.small}>{error ? words.wrongEnds : words.kept}</p>
      <p className={classes.small}>{words.forgot}</p>
      <Button variant="default" mih={44} onClick={logOutEverywhere}>
        {words.signOut}
      </Button>
    </form>
  )
}
