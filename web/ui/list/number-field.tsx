import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactElement } from 'react'

/** One whole number, used when it is sent. */
export function NumberField({
  label,
  value,
  onChange,
}: {
  label: string
  value: number | undefined
  onChange: (value: number | undefined) => void
}): ReactElement {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const right = /^\d{0,9}$/.test(text.trim())
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (right) onChange(text.trim() === '' ? undefined : Number(text))
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextInput
        label={label}
        inputMode="numeric"
        value={text}
        error={right ? undefined : 'Write a whole number.'}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" mt="xs" fullWidth>
        Apply
      </Button>
    </form>
  )
}
