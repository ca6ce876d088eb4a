import { Skeleton, Textarea } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import { useId, useState, type ReactElement } from 'react'
import {
  selectedReason,
  OTHER,
  type SelectedReason,
  type RefusalReason,
  type ReversalReason,
} from '../../../../contract/reasons.ts'
import { DialogForm, useDialogForm } from '../../../ui/dialog-form.tsx'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { reasonsOptions } from './reason-queries.ts'
import classes from './rules.module.css'

type Reason = ReversalReason & Partial<RefusalReason>

function Choices({
  reasons,
  selected,
  error,
  onChoose,
}: {
  reasons: readonly Reason[]
  selected: string
  error: string | undefined
  onChoose: (key: string) => void
}): ReactElement {
  const id = useId()
  return (
    <fieldset className={classes.when} aria-describedby={error && `${id}-error`}>
      <legend>Reason</legend>
      {reasons.map(({ key, label, en, hi }) => (
        <label key={key} htmlFor={id + key}>
          <input
            id={id + key}
            type="radio"
            name={id}
            checked={selected === key}
            onChange={() => onChoose(key)}
          />
          <span>
            {key === OTHER ? label : (en ?? label)}
            {key !== OTHER && hi && (
              <span lang="hi" className={classes.hindi}>
                {hi}
              </span>
            )}
          </span>
        </label>
      ))}
      {error && (
        <p id={`${id}-error`} className={classes.fault} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** Stands before a decision whose reason is chosen from a list of the programme. */
export function ReasonDialog({
  list,
  opened,
  title,
  what,
  submit,
  noteHint,
  onConfirm,
  onClose,
}: {
  list: 'redemption' | 'reversal'
  opened: boolean
  title: string
  what: string
  submit: string
  /** Who reads what is written. */
  noteHint: string
  /** Does it. The caller closes the dialog when it is done; what it throws is shown here. */
  onConfirm: (reason: SelectedReason) => Promise<void>
  onClose: () => void
}): ReactElement {
  const { data, error, refetch } = useQuery({ ...reasonsOptions(), enabled: opened })
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const form = useDialogForm(
    { body: selectedReason },
    { reason, ...(note.trim() !== '' && { note: note.trim() }) },
  )
  const retry = (): void => void refetch()
  return (
    <DialogForm
      opened={opened}
      title={title}
      what={what}
      submit={submit}
      danger
      busy={form.busy}
      failure={form.failure}
      onSubmit={() => void form.send(onConfirm)}
      onClose={onClose}
    >
      {data ? (
        <Choices
          reasons={data[list]}
          selected={reason}
          error={form.field('reason').error}
          onChoose={setReason}
        />
      ) : error ? (
        <FailedState many="reasons" failure={error} onRetry={retry} onClear={retry} />
      ) : (
        <Skeleton height={180} aria-label="Loading" />
      )}
      <Textarea
        label={reason === OTHER ? 'Reason in your words' : 'Note (optional)'}
        description={noteHint}
        autosize
        minRows={2}
        maxRows={5}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
        {...form.field('note')}
      />
    </DialogForm>
  )
}
