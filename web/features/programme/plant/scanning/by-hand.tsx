import { Button, Input } from '@mantine/core'
import { useId, useState, type ChangeEvent, type FormEvent, type ReactElement } from 'react'
import { CODE_LENGTH, formatCode, parseCode } from '../../../../../contract/programme/code.ts'
import { useWords } from '../language.ts'
import classes from './by-hand.module.css'
import { SCANNING_WORDS } from './scanning-words.ts'

/** "k7q2m9" as "K7Q2-M9" while it is typed; a pasted address of a QR as its code. */
export function inGroups(typed: string): string {
  const whole = parseCode(typed)
  if (whole) return formatCode(whole.code)
  const letters = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  return formatCode(letters.slice(0, CODE_LENGTH)).replace(/-+$/, '')
}

/** A code typed off the pack, for when the camera cannot. */
export function ByHand({ onCode }: { onCode: (text: string) => boolean }): ReactElement {
  const words = useWords(SCANNING_WORDS)
  const id = useId()
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const full = typed.replaceAll('-', '').length === CODE_LENGTH
  const wrong = (tried || full) && parseCode(typed) === null
  const change = ({ currentTarget }: ChangeEvent<HTMLInputElement>): void => {
    const { value, selectionStart } = currentTarget
    // Inside the text nothing is moved: the cursor would jump to the end.
    const atEnd = selectionStart === value.length
    setTyped(atEnd ? inGroups(value) : value.toUpperCase())
    setTried(false)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (parseCode(typed) === null || !onCode(typed)) return
    setTyped('')
    setTried(false)
  }
  return (
    <form onSubmit={submit} noValidate>
      <Input.Wrapper
        id={id}
        size="md"
        label={words.byHand}
        description={words.byHandHelp}
        error={wrong ? words.byHandWrong : undefined}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
      >
        <div className={classes.row}>
          <Input
            id={id}
            className={classes.field}
            classNames={{ input: classes.input }}
            size="md"
            value={typed}
            error={wrong}
            onChange={change}
            autoComplete="off"
            autoCapitalize="characters"
            autoCorrect="off"
            spellCheck={false}
            enterKeyHint="done"
          />
          <Button type="submit" size="md" className={classes.add}>
            {words.add}
          </Button>
        </div>
      </Input.Wrapper>
    </form>
  )
}
