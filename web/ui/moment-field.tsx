import { TextInput } from '@mantine/core'
import type { FocusEvent, ReactElement, ReactNode } from 'react'
import { UNFINISHED } from '../lib/wall-time.ts'

/**
 * A day and a time in India, wherever the browser is: `value` is `2026-11-20T18:00` or empty, and
 * UNFINISHED where the field was left half typed (lib/wall-time.ts turns it into a moment).
 */
export function MomentField({
  label,
  description,
  value,
  min,
  error,
  disabled = false,
  onBlur,
  onChange,
}: {
  label: string
  description?: ReactNode
  value: string
  min?: string | undefined
  error?: string | undefined
  disabled?: boolean
  onBlur?: () => void
  onChange: (value: string) => void
}): ReactElement {
  const leave = (event: FocusEvent<HTMLInputElement>): void => {
    if (event.currentTarget.validity.badInput) onChange(UNFINISHED)
    onBlur?.()
  }
  return (
    <TextInput
      type="datetime-local"
      label={label}
      description={description}
      // Half a moment has no value; left empty, what was typed stays in sight.
      value={value === UNFINISHED ? '' : value}
      min={min}
      error={error}
      disabled={disabled}
      onBlur={leave}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
