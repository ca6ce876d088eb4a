import { NumberInput, Textarea, TextInput } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { changeRunningScheme, type SchemeDetail } from '../../../../contract/programme/schemes.ts'
import { call } from '../../../lib/api.ts'
import { formatAmount } from '../../../lib/format.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import type { ActProps } from './act-props.ts'
import { keepScheme } from './scheme-queries.ts'

type Draft = { budget: string | number; toDay: string; reason: string }

const draftOf = ({ budget, toDay }: SchemeDetail): Draft => ({ budget, toDay, reason: '' })

/** What the endpoint’s own schema cannot know: what is spent, and when it began. */
function faultsOf({ budget, toDay }: Draft, scheme: SchemeDetail): Record<string, string> {
  const faults: Record<string, string> = {}
  if (budget !== '' && Number(budget) < scheme.spent) {
    faults.budget = `${formatAmount(scheme.spent, 'point')} are spent already: the budget cannot be less.`
  }
  if (toDay === '') faults.toDay = 'Choose the last day.'
  else if (toDay < scheme.fromDay) faults.toDay = 'The last day must not be before the first.'
  return faults
}

/** Another budget or last day while it runs; all else stays as it was activated. */
export function ChangeDialog({ scheme, opened, onClose }: ActProps): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => draftOf(scheme))
  const set = (values: Partial<Draft>): void => setDraft((before) => ({ ...before, ...values }))
  const budget = draft.budget === '' ? Number.NaN : Number(draft.budget)
  const form = useDialogForm(changeRunningScheme, { ...draft, budget }, faultsOf(draft, scheme))
  const { schemeId, name, spent } = scheme
  const submit = (): void =>
    void form.send(async (body) => {
      const after = await call(changeRunningScheme, { params: { schemeId }, body })
      keepScheme(client, after)
      setDraft(draftOf(after))
      onClose()
      notifyDone(`“${name}” has ${formatAmount(after.budget, 'point')} to give.`)
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change “${name}”`}
      what={`Only the budget and the last day of “${name}” change, at once; all else stays as it was activated. ${formatAmount(spent, 'point')} are spent.`}
      submit="Change"
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <NumberInput
        label="Budget"
        description="Points in all, with those that are spent"
        data-autofocus
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="none"
        hideControls
        thousandSeparator=","
        thousandsGroupStyle="lakh"
        value={draft.budget}
        onChange={(value) => set({ budget: value })}
        {...form.field('budget')}
      />
      <TextInput
        label="Last day"
        description="Included"
        type="date"
        value={draft.toDay}
        onChange={(event) => set({ toDay: event.currentTarget.value })}
        {...form.field('toDay')}
      />
      <Textarea
        label="Reason"
        description="It stays in the record, with your name."
        autosize
        minRows={2}
        maxRows={6}
        value={draft.reason}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        {...form.field('reason')}
      />
    </DialogForm>
  )
}
