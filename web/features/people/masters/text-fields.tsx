import { TextInput } from '@mantine/core'
import type { ReactElement } from 'react'
import classes from './masters.module.css'

export type FieldState = { error: string | undefined; onBlur: () => void }
export type TextFieldSpec<Name extends string> = {
  name: Name
  label: string
  hint?: string
  mode?: 'numeric' | 'decimal'
  wide?: boolean
  lang?: string
}

/** Fields of one line each; the first takes the focus. */
export function TextFields<Name extends string>({
  fields,
  values,
  focused,
  field,
  onText,
}: {
  fields: readonly TextFieldSpec<Name>[]
  values: Readonly<Record<Name, string>>
  focused?: Name
  field: (name: string) => FieldState
  onText: (name: Name, text: string) => void
}): ReactElement {
  return (
    <>
      {fields.map(({ name, label, hint, mode, wide, lang }) => (
        <TextInput
          key={name}
          className={wide ? classes.wide : undefined}
          label={label}
          description={hint}
          inputMode={mode}
          lang={lang}
          autoComplete="off"
          data-autofocus={name === focused || undefined}
          value={values[name]}
          onChange={(event) => onText(name, event.currentTarget.value)}
          {...field(name)}
        />
      ))}
    </>
  )
}
