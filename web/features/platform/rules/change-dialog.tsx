import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import {
  isNumberKey,
  numberRule,
  ruleOf,
  sentenceOf,
  type NumberKey,
  type RuleValue,
  type Tables,
} from '../../../../contract/platform/rule-definitions.ts'
import { proposeRuleChange, type RuleRow } from '../../../../contract/platform/rules.ts'
import { call } from '../../../lib/api.ts'
import { formatMoment } from '../../../lib/format.ts'
import { useDraftState } from '../../../lib/kept-drafts.ts'
import { notifyDone } from '../../../lib/notify.tsx'
import { wallOf } from '../../../lib/wall-time.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { MomentField } from '../../../ui/moment-field.tsx'
import classes from './rules.module.css'
import { Difference } from './difference.tsx'
import { baseOf, draftOf, fromAtOf, momentFault, readDraft, type Draft } from './rule-draft.ts'
import { orRefresh } from './rule-queries.ts'
import { RuleSimulation } from './rule-simulation.tsx'
import type { FieldOf } from './fields-props.ts'
import { TableFields } from './table-fields.tsx'

type Set = (changed: Partial<Draft>) => void

/** What will hold, as it is typed. */
function Preview({
  row,
  draft,
  value,
}: {
  row: RuleRow
  draft: Draft
  value: RuleValue | null
}): ReactElement {
  const { rule } = row
  const { twoPeople } = ruleOf(rule)
  const base = baseOf(row).value
  const fromAt = fromAtOf(draft)
  const soon = twoPeople ? 'As soon as somebody else approves it' : 'At once'
  const later = fromAt ? `From ${formatMoment(fromAt)}` : 'From the moment that you choose'
  return (
    <div className={classes.preview} aria-live="polite">
      {isNumberKey(rule) && <p>{`Now: ${sentenceOf(rule, row.value)}`}</p>}
      {value !== null && (
        <p>
          <b>
            {`${draft.when === 'approved' ? soon : later}: ${isNumberKey(rule) ? sentenceOf(rule, value) : ''}`}
          </b>
        </p>
      )}
      {value !== null && !isNumberKey(rule) && (
        <Difference rule={rule} before={base} after={value} none="Nothing is changed yet." />
      )}
    </div>
  )
}

function NumberField({
  rule,
  draft,
  set,
  ...field
}: {
  rule: NumberKey
  draft: Draft
  set: Set
  error: string | undefined
  onBlur: () => void
}): ReactElement {
  const { label, kind, unit } = numberRule(rule)
  const money = kind === 'money'
  return (
    <TextInput
      label={label}
      description={money ? 'In rupees' : `In ${unit}`}
      inputMode={money ? 'decimal' : 'numeric'}
      autoComplete="off"
      leftSection={money ? '₹' : undefined}
      data-autofocus
      value={draft.typed}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => set({ typed: event.currentTarget.value })}
      {...field}
    />
  )
}

function ValueFields({
  row,
  draft,
  set,
  fieldOf,
}: {
  row: RuleRow
  draft: Draft
  set: Set
  fieldOf: FieldOf
}): ReactElement {
  const { rule } = row
  if (isNumberKey(rule)) {
    return <NumberField rule={rule} draft={draft} set={set} {...fieldOf('value')} />
  }
  const { error } = fieldOf('value')
  return (
    <>
      <TableFields
        rule={rule}
        value={draft.table as Tables[typeof rule]}
        onChange={(table) => set({ table })}
        fieldOf={fieldOf}
      />
      {error && (
        <p className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </>
  )
}

function WhenFields({
  twoPeople,
  draft,
  set,
  ...field
}: {
  twoPeople: boolean
  draft: Draft
  set: Set
  error: string | undefined
  onBlur: () => void
}): ReactElement {
  const id = useId()
  const [now] = useState(() => wallOf(new Date()))
  return (
    <fieldset className={classes.when}>
      <legend>It holds</legend>
      {(['approved', 'moment'] as const).map((when) => (
        <label key={when} htmlFor={id + when}>
          <input
            id={id + when}
            type="radio"
            name={id}
            checked={draft.when === when}
            onChange={() => set({ when })}
          />
          {when === 'moment'
            ? 'From a moment on'
            : twoPeople
              ? 'As soon as it is approved'
              : 'At once'}
        </label>
      ))}
      {draft.when === 'moment' && (
        <MomentField
          label="Day and time"
          description={
            twoPeople
              ? 'In India. Approved later than that, it holds from its approval.'
              : 'In India'
          }
          min={now}
          value={draft.moment}
          onChange={(moment) => set({ moment })}
          {...field}
        />
      )}
    </fieldset>
  )
}

/** A change of one rule; closing keeps what was typed, and so does a failure. */
export function ChangeDialog({
  row,
  opened,
  onClose,
}: {
  row: RuleRow
  opened: boolean
  onClose: () => void
}): ReactElement {
  const client = useQueryClient()
  const { rule } = row
  const { label, does, twoPeople } = ruleOf(rule)
  const [draft, setDraft] = useDraftState(`rule.${rule}`, () => draftOf(row))
  const set: Set = (changed) => setDraft((before) => ({ ...before, ...changed }))
  const { value, faults: wrong } = readDraft(rule, draft)
  const moment = momentFault(draft)
  const values = {
    value: isNumberKey(rule) ? value : draft.table,
    ...(!isNumberKey(rule) && { seen: baseOf(row).change?.changeId ?? null }),
    fromAt: fromAtOf(draft),
    reason: draft.reason,
  }
  const faults = { ...wrong, ...(moment && { fromAt: moment }) }
  const form = useDialogForm(proposeRuleChange, values, faults)
  const submit = (): void =>
    void form.send(async (body) => {
      await orRefresh(client, () => call(proposeRuleChange, { params: { rule }, body }))
      setDraft(draftOf(row))
      notifyDone(
        twoPeople ? `${label}: proposed. Somebody else approves it.` : `${label}: changed.`,
      )
      onClose()
    })
  return (
    <DialogForm
      opened={opened}
      title={`Change “${label}”`}
      what={does}
      submit={twoPeople ? 'Propose the change' : 'Change the rule'}
      size={isNumberKey(rule) ? 520 : 720}
      busy={form.busy}
      failure={form.failure}
      onSubmit={submit}
      onClose={onClose}
    >
      <ValueFields row={row} draft={draft} set={set} fieldOf={form.field} />
      <WhenFields twoPeople={twoPeople} draft={draft} set={set} {...form.field('fromAt')} />
      <Preview row={row} draft={draft} value={value} />
      <RuleSimulation rule={rule} value={typeof value === 'number' ? value : null} />
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
