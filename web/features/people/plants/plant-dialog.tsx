import { NativeSelect, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { STATES } from '../../../../contract/india.ts'
import {
  changePlant,
  createPlant,
  getPlant,
  type PlantDetail,
} from '../../../../contract/people/plants.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import classes from '../masters/masters.module.css'
import { TextFields, type FieldState, type TextFieldSpec } from '../masters/text-fields.tsx'
import { bodyOf, draftOf, linesError, type PlantDraft, type TextName } from './plant-draft.ts'
import { keepPlant, plantsChanged } from './plant-queries.ts'
import { ShiftTimes } from './shift-times.tsx'

const WIDTH = 680

const STATE_CHOICES = [
  { value: '', label: 'Choose a state' },
  ...STATES.map(({ id, name }) => ({ value: String(id), label: name })),
]
const NAMED: readonly TextFieldSpec<TextName>[] = [
  { name: 'code', label: 'Code', hint: 'Letters and digits, such as JHB; worker files name it' },
  { name: 'name', label: 'Name' },
]
const PLACED: readonly TextFieldSpec<TextName>[] = [
  { name: 'city', label: 'City' },
  { name: 'pincode', label: 'PIN code (optional)', mode: 'numeric' },
  { name: 'gstin', label: 'GSTIN (optional)', hint: 'Of the company in this state' },
  { name: 'address', label: 'Address (optional)', wide: true },
]

function PlantFields({
  draft,
  onDraft,
  field,
}: {
  draft: PlantDraft
  onDraft: (changes: Partial<PlantDraft>) => void
  field: (name: string) => FieldState
}): ReactElement {
  const texts = {
    values: draft,
    field,
    onText: (name: TextName, text: string) => onDraft({ [name]: text }),
  }
  const lines = field('lines')
  return (
    <div className={classes.fields}>
      <TextFields fields={NAMED} focused="code" {...texts} />
      <NativeSelect
        label="State"
        data={STATE_CHOICES}
        value={draft.state}
        onChange={(event) => onDraft({ state: event.currentTarget.value })}
        {...field('state')}
      />
      <TextFields fields={PLACED} {...texts} />
      <Textarea
        className={classes.wide}
        label="Production lines (optional)"
        description="One name a line"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.lines}
        onChange={(event) => onDraft({ lines: event.currentTarget.value })}
        onBlur={lines.onBlur}
        error={lines.error ?? linesError(draft)}
      />
      <ShiftTimes shifts={draft.shifts} onShifts={(shifts) => onDraft({ shifts })} field={field} />
    </div>
  )
}

/** Adds a plant, or corrects the one that is given. */
export function PlantDialog({
  plant,
  opened,
  onSaved,
  onClose,
}: {
  plant?: PlantDetail
  opened: boolean
  onSaved: (plant: PlantDetail) => void
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(plant))
  const form = useDialogForm(createPlant, bodyOf(draft))
  const merge = useMerge({
    item: plant,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getPlant, { params: { plantId: plant?.plantId ?? 0 } }),
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = plant
          ? await call(changePlant, {
              params: { plantId: plant.plantId },
              body: { ...body, version },
            })
          : await call(createPlant, { body })
        keepPlant(client, saved)
        if (!plant) plantsChanged(client)
        notifyDone(`${saved.name} is ${plant ? 'saved' : 'added'}.`)
        onSaved(saved)
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={plant ? `Edit ${plant.name}` : 'New plant'}
      what={
        plant
          ? 'Its batches and workers stay as they are.'
          : 'Batches can be requested for it and workers added to it at once.'
      }
      submit={plant ? 'Save' : 'Add the plant'}
      size={WIDTH}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <PlantFields
        draft={draft}
        onDraft={(changes) => setDraft((before) => ({ ...before, ...changes }))}
        field={form.field}
      />
      {merge.changes}
    </DialogForm>
  )
}
