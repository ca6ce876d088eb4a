import { MultiSelect, NumberInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import type { ReactElement, ReactNode } from 'react'
import type { SchemeWarning } from '../../../../contract/programme/schemes.ts'
import classes from './editor.module.css'
import type { SchemeForm } from './use-scheme-form.ts'
import { WarningNotes } from './warning-note.tsx'

export type EditorProps = { form: SchemeForm; warnings: readonly SchemeWarning[] }

/** How a field is found again: by the summary of what is wrong. */
export const fieldId = (path: string): string => `scheme-${path}`

/** Label above, help and what is probably not meant under, what is wrong last. */
const ORDER = ['label', 'input', 'description', 'error'] as const

/** What every field shares. `path` is its place in the terms. */
export function commonProps({ form, warnings }: EditorProps, path: string, help?: string) {
  const warned = warnings.some(({ field }) => field === path)
  const description: ReactNode =
    help || warned ? (
      <span className={classes.help}>
        {help}
        <WarningNotes warnings={warnings} field={path} />
      </span>
    ) : undefined
  return {
    id: fieldId(path),
    error: form.errorOf(path),
    onBlur: () => form.touch(path),
    description,
    descriptionProps: { component: 'div' as const },
    inputWrapperOrder: [...ORDER],
  }
}

type NumberProps = EditorProps & {
  path: string
  label: string
  help?: string
  /** Said instead of a label that is seen, where a header says it already. */
  hiddenLabel?: string
  suffix?: string
  placeholder?: string
  focusFirst?: boolean
  value: string | number
  onChange: (value: string | number) => void
}

export function WholeNumber({
  path,
  label,
  help,
  hiddenLabel,
  suffix,
  placeholder,
  focusFirst,
  value,
  onChange,
  ...editor
}: NumberProps): ReactElement {
  return (
    <NumberInput
      {...commonProps(editor, path, help)}
      {...(hiddenLabel === undefined ? { label } : { 'aria-label': hiddenLabel })}
      data-autofocus={focusFirst || undefined}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      inputMode="numeric"
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      suffix={suffix}
      placeholder={placeholder}
      value={value}
      onChange={onChange}
    />
  )
}

/** Any number of choices, found by typing; none chosen means any. */
export function Choices({
  path,
  label,
  choices,
  value,
  onChange,
  ...editor
}: EditorProps & {
  path: string
  label: string
  choices: readonly { value: string; label: string }[] | undefined
  value: readonly string[]
  onChange: (value: string[]) => void
}): ReactElement {
  return (
    <MultiSelect
      {...commonProps(editor, path)}
      label={label}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange
      hidePickedOptions
      clearSearchOnChange
      maxDropdownHeight={240}
      nothingFoundMessage={choices ? 'Nothing is called that.' : 'One moment …'}
      placeholder={value.length === 0 ? 'Any' : undefined}
      classNames={{ inputField: classes.pillField ?? '' }}
      data={choices ? [...choices] : []}
      value={[...value]}
      onChange={onChange}
    />
  )
}
