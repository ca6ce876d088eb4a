import { MultiSelect, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/Combobox.layer.css'
import '@mantine/core/styles/Pill.layer.css'
import '@mantine/core/styles/PillsInput.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { STATES } from '../../../../contract/india.ts'
import {
  changeTerritory,
  createTerritory,
  getTerritory,
  territoryFields,
  type TerritoryDetail,
} from '../../../../contract/people/territories.ts'
import { call } from '../../../lib/api.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { useMerge } from '../../../ui/edit/use-merge.tsx'
import classes from '../masters/masters.module.css'
import { keepTerritory, territoriesChanged } from './territory-queries.ts'

const WIDTH = 620
const STATE_CHOICES = STATES.map(({ id, name }) => ({ value: String(id), label: name }))

type Draft = { code: string; name: string; states: string[]; pinCodes: string }

const draftOf = (territory: TerritoryDetail | undefined): Draft => ({
  code: territory?.code ?? '',
  name: territory?.name ?? '',
  states: territory?.states.map(String) ?? [],
  pinCodes: territory?.pinPrefixes.join(', ') ?? '',
})

const bodyOf = ({ code, name, states, pinCodes }: Draft) => ({
  code,
  name,
  states: states.map(Number),
  pinPrefixes: pinCodes.split(/[\s,;]+/).filter((prefix) => prefix !== ''),
})

/** What is wrong with one of the PIN codes, which the field of all of them shows. */
function pinError(draft: Draft): string | undefined {
  const read = territoryFields.shape.pinPrefixes.safeParse(bodyOf(draft).pinPrefixes)
  return read.error?.issues[0]?.message
}

type Props = {
  territory?: TerritoryDetail
  opened: boolean
  onSaved: (territory: TerritoryDetail) => void
  onClose: () => void
}

/** Adds a territory, or corrects the one that is given. */
export function TerritoryDialog({ territory, opened, onSaved, onClose }: Props): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(territory))
  const set = (changes: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changes }))
  const form = useDialogForm(createTerritory, bodyOf(draft))
  const pins = form.field('pinPrefixes')
  const merge = useMerge({
    item: territory,
    draft,
    onDraft: setDraft,
    draftOf,
    load: () => call(getTerritory, { params: { territoryId: territory?.territoryId ?? 0 } }),
    keys: { pinPrefixes: 'pinCodes' },
  })
  const submit = (): void =>
    void form.send((body) =>
      merge.saving(async (version) => {
        const saved = territory
          ? await call(changeTerritory, {
              params: { territoryId: territory.territoryId },
              body: { ...body, version },
            })
          : await call(createTerritory, { body })
        keepTerritory(client, saved)
        if (!territory) territoriesChanged(client)
        notifyDone(`${saved.name} is ${territory ? 'saved' : 'added'}.`)
        onSaved(saved)
      }),
    )
  return (
    <DialogForm
      opened={opened}
      title={territory ? `Edit ${territory.name}` : 'New territory'}
      what={
        territory
          ? 'A new name stands at its distributors at once.'
          : 'Distributors choose it, by form and by file.'
      }
      submit={territory ? 'Save' : 'Add the territory'}
      size={WIDTH}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          label="Code"
          description="Letters and digits, such as RJ-N"
          data-autofocus
          autoComplete="off"
          value={draft.code}
          onChange={(event) => set({ code: event.currentTarget.value })}
          {...form.field('code')}
        />
        <TextInput
          label="Name"
          description="Files of distributors name it"
          autoComplete="off"
          value={draft.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          {...form.field('name')}
        />
        <MultiSelect
          className={classes.wide}
          label="States (optional)"
          searchable
          openOnFocus={false}
          selectFirstOptionOnChange
          hidePickedOptions
          clearSearchOnChange
          maxDropdownHeight={240}
          nothingFoundMessage="Nothing is called that."
          data={STATE_CHOICES}
          value={draft.states}
          onChange={(states) => set({ states })}
          {...form.field('states')}
        />
        <Textarea
          className={classes.wide}
          label="PIN codes (optional)"
          description="Their first digits, with commas between: 30, 3020"
          autosize
          minRows={1}
          maxRows={6}
          value={draft.pinCodes}
          onChange={(event) => set({ pinCodes: event.currentTarget.value })}
          onBlur={pins.onBlur}
          error={pins.error ?? pinError(draft)}
        />
      </div>
      {merge.changes}
    </DialogForm>
  )
}
