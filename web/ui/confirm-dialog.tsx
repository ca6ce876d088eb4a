import { Modal, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type ChangeEvent, type ReactElement } from 'react'
import { FormBody } from './dialog-form.tsx'
import { useSending } from './use-sending.ts'

const SHORTEST = 3
const LONGEST = 300

function problemOf(reason: string, optional: boolean): string | null {
  const length = reason.trim().length
  if (length < SHORTEST && !(optional && length === 0)) return 'Write the reason in a few words.'
  return reason.length > LONGEST ? `At most ${LONGEST} characters.` : null
}

function ReasonForm({
  what,
  submit,
  danger,
  optional = false,
  oneLine = false,
  initial = '',
  onConfirm,
  onClose,
}: Omit<ConfirmProps, 'opened' | 'title'>): ReactElement {
  const [reason, setReason] = useState(initial)
  const [tried, setTried] = useState(false)
  const { busy, error, send } = useSending(onConfirm)
  const problem = problemOf(reason, optional)
  const onSubmit = (): void => {
    setTried(true)
    if (!problem) void send(reason.trim())
  }
  // What needs no word is confirmed by Enter alone.
  const atOnce = optional && !danger
  const field = {
    label: optional ? 'Note (optional)' : 'Reason',
    description: 'It stays in the record, with your name.',
    'data-autofocus': atOnce ? undefined : true,
    value: reason,
    error: tried ? problem : undefined,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void =>
      setReason(event.currentTarget.value),
  }
  return (
    <FormBody
      submit={submit}
      danger={danger ?? false}
      focused={atOnce}
      busy={busy}
      failure={error}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Text>{what}</Text>
      {oneLine ? (
        <TextInput {...field} onFocus={(event) => event.currentTarget.select()} />
      ) : (
        <Textarea {...field} autosize minRows={2} maxRows={6} />
      )}
    </FormBody>
  )
}

type ConfirmProps = {
  opened: boolean
  title: string
  /** One sentence: what will happen, and to how much. */
  what: string
  submit: string
  danger?: boolean
  /** A note may be given instead of a reason that must. */
  optional?: boolean
  /** On one line, so that Enter confirms. */
  oneLine?: boolean
  /** What stands there to begin with. */
  initial?: string
  /** Does it. The caller closes the dialog when it is done; what it throws is shown here. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}

/** Stands before an act that cannot be undone: says what it does, wants a reason, cannot fire twice. */
export function ConfirmDialog({ opened, title, onClose, ...form }: ConfirmProps): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={440}
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <ReasonForm {...form} onClose={onClose} />
    </Modal>
  )
}
