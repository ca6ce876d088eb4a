import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactElement } from 'react'
import { proposeTaxRule, type TaxTerms } from '../../../../contract/money/tax-rules.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import { call } from '../../../lib/api.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import classes from '../../programme/charges/rule-form.module.css'
import { draftOf, termsOf, type Draft } from './rule-draft.ts'
import { RulePreview } from './rule-preview.tsx'
import { orRefreshTax } from './rule-queries.ts'

type FieldProps = { error: string | undefined; onBlur: () => void }
type FieldsProps = {
  draft: Draft
  set: (changed: Partial<Draft>) => void
  field: (name: keyof TaxTerms) => FieldProps
}

function RateFields({ draft, set, field }: FieldsProps): ReactElement {
  return (
    <>
      <TextInput
        className={classes.half}
        label="Rate"
        description="Of the benefit; a gift’s is grossed up"
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        value={draft.rate}
        onChange={(event) => set({ rate: event.currentTarget.value })}
        {...field('rateBps')}
      />
      <TextInput
        className={classes.half}
        label="Rate without PAN"
        description="Of members without an accepted PAN"
        inputMode="decimal"
        autoComplete="off"
        rightSection="%"
        value={draft.rateNoPan}
        onChange={(event) => set({ rateNoPan: event.currentTarget.value })}
        {...field('rateNoPanBps')}
      />
    </>
  )
}

function LawFields({ draft, set, field }: FieldsProps): ReactElement {
  return (
    <>
      <TextInput
        label="Section of the law"
        description="As it stands on receipts and in the register"
        value={draft.section}
        onChange={(event) => set({ section: event.currentTarget.value })}
        {...field('section')}
      />
      <TextInput
        className={classes.half}
        label="Form of the return"
        value={draft.form}
        onChange={(event) => set({ form: event.currentTarget.value })}
        {...field('form')}
      />
      <TextInput
        className={classes.half}
        label="Payment code (optional)"
        value={draft.paymentCode}
        onChange={(event) => set({ paymentCode: event.currentTarget.value })}
        {...field('paymentCode')}
      />
    </>
  )
}

function ExampleFields({ draft, set }: Omit<FieldsProps, 'field'>): ReactElement {
  return (
    <>
      <TextInput
        className={classes.half}
        label="Try it on a benefit of"
        inputMode="decimal"
        autoComplete="off"
        leftSection="₹"
        value={draft.example}
        onChange={(event) => set({ example: event.currentTarget.value })}
      />
      <TextInput
        className={classes.half}
        label="After so much in the same year"
        inputMode="decimal"
        autoComplete="off"
        leftSection="₹"
        value={draft.before}
        onChange={(event) => set({ before: event.currentTarget.value })}
      />
    </>
  )
}

/** Proposes a rule of tax; closing keeps what was typed, and so does a failure. */
export function TaxRuleDialog({
  latest,
  opened,
  onClose,
}: {
  latest: TaxTerms | undefined
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const [draft, setDraft] = useDraftState('tax-rule', () => draftOf(latest))
  const [tomorrow] = useState(() => addDays(dayOf(new Date()), 1))
  const set = (changed: Partial<Draft>): void => setDraft((before) => ({ ...before, ...changed }))
  const noDay: Record<string, string> = draft.fromDay
    ? {}
    : { 'terms.fromDay': 'Choose the first day.' }
  const values = { terms: termsOf(draft), reason: draft.reason }
  const form = useDialogForm(proposeTaxRule, values, noDay)
  const field = (name: keyof TaxTerms): FieldProps => form.field(`terms.${name}`)
  const submit = (): void =>
    void form.send(async (body) => {
      await orRefreshTax(client, () => call(proposeTaxRule, { body }))
      setDraft(draftOf(latest))
      notifyDone('The rule of tax is proposed. Somebody else approves it.')
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title="Propose a rule of tax"
      what="It holds from its first day until the next rule begins. Benefits that were given before keep what was taken."
      submit="Propose the rule"
      size={640}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={classes.fields}>
        <TextInput
          className={classes.half}
          type="date"
          label="First day"
          description="Tomorrow or later: a day that has begun keeps its rule"
          data-autofocus
          min={tomorrow}
          value={draft.fromDay}
          onChange={(event) => set({ fromDay: event.currentTarget.value })}
          {...field('fromDay')}
        />
        <TextInput
          className={classes.half}
          label="Free in a financial year"
          description="Up to this much nothing is taxed"
          inputMode="decimal"
          autoComplete="off"
          leftSection="₹"
          value={draft.free}
          onChange={(event) => set({ free: event.currentTarget.value })}
          {...field('thresholdPaise')}
        />
        <RateFields draft={draft} set={set} field={field} />
        <LawFields draft={draft} set={set} field={field} />
        <ExampleFields draft={draft} set={set} />
        <RulePreview draft={draft} />
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
      </div>
    </DialogForm>
  )
}
