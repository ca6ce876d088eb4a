import { NativeSelect, TextInput } from '@mantine/core'
import type { ReactElement, ReactNode } from 'react'
import { LANGUAGE_NAMES, LANGUAGES } from '../../../../contract/people/members.ts'
import { SHIFTS, type PlantShifts, type Shift } from '../../../../contract/people/shifts.ts'
import type { WorkerDraft } from './worker-draft.ts'
import { shiftWords } from './worker-words.tsx'
import classes from './worker-fields.module.css'

export type FieldState = { error: string | undefined; onBlur: () => void }

const LANGUAGE_CHOICES = LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/** What is known of a worker, to be typed. `plant` stands before it where one is chosen too. */
export function WorkerFields({
  draft,
  onDraft,
  field,
  shifts,
  plant,
}: {
  draft: WorkerDraft
  onDraft: (draft: WorkerDraft) => void
  field: (name: string) => FieldState
  /** When the shifts of the worker’s plant begin and end; undefined until that is known. */
  shifts: PlantShifts | undefined
  plant?: ReactNode
}): ReactElement {
  const set = (values: Partial<WorkerDraft>): void => onDraft({ ...draft, ...values })
  const text = (name: 'employeeCode' | 'name' | 'email' | 'mobile' | 'joinedOn') => ({
    name,
    autoComplete: 'off',
    value: draft[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      set({ [name]: event.currentTarget.value }),
    ...field(name),
  })
  return (
    <div className={classes.fields}>
      {plant}
      <TextInput
        label="Employee code"
        description="As on the card"
        data-autofocus
        spellCheck={false}
        {...text('employeeCode')}
      />
      <TextInput label="Name" description="As on the card" {...text('name')} />
      <TextInput
        label="E-mail"
        description="To sign in with"
        type="email"
        inputMode="email"
        spellCheck={false}
        {...text('email')}
      />
      <TextInput
        label="Mobile (optional)"
        description="Ten digits"
        type="tel"
        inputMode="tel"
        {...text('mobile')}
      />
      <NativeSelect
        label="Shift"
        description="The usual one"
        data={SHIFTS.map((value) => ({ value, label: shiftWords(value, shifts) }))}
        value={draft.shift}
        onChange={(event) => set({ shift: event.currentTarget.value as Shift })}
        {...field('shift')}
      />
      <NativeSelect
        label="Language of the pages"
        data={LANGUAGE_CHOICES}
        value={draft.language}
        onChange={(event) => set({ language: event.currentTarget.value === 'en' ? 'en' : 'hi' })}
        {...field('language')}
      />
      <TextInput label="Joined on (optional)" type="date" {...text('joinedOn')} />
    </div>
  )
}
