import { Button, Group, Modal, Textarea } from '@mantine/core'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { REFUSAL_REASONS, refusalReason, type RefusalReason } from '../../../contract/kyc-states.ts'
import { plainText } from '../../../contract/india.ts'
import classes from './refuse-dialog.module.css'

const REASONS = refusalReason.options
const INPUTS = 'input, textarea'
const noteText = plainText('The note', 300)

type Refusal = { reason: RefusalReason; note: string }

/** The reasons as a list: a digit or a click chooses one. */
function Reasons({ onReason }: { onReason: (reason: RefusalReason) => void }): ReactElement {
  const list = useRef<HTMLOListElement>(null)
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    const reason = /^[1-9]$/.test(event.key) ? REASONS[Number(event.key) - 1] : undefined
    if (!reason || (event.target instanceof Element && event.target.closest(INPUTS))) return
    event.preventDefault()
    onReason(reason)
  })
  useEffect(() => {
    // On the document: the digit may come before the focus is in the dialog.
    const listen = (event: globalThis.KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
  // Also when one comes back to them from the note.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const step = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const buttons = list.current?.querySelectorAll('button')
    buttons?.[(at + by + REASONS.length) % REASONS.length]?.focus()
  }
  return (
    <ol className={classes.reasons} ref={list}>
      {REASONS.map((reason, index) => (
        <li key={reason}>
          <button
            type="button"
            data-autofocus={index === 0 || undefined}
            aria-keyshortcuts={String(index + 1)}
            onClick={() => onReason(reason)}
            onKeyDown={(event) => step(event, index)}
          >
            <kbd>{index + 1}</kbd>
            <span>
              {reason === 'other' ? 'Something else: write it.' : REFUSAL_REASONS[reason].en}
              <span lang="hi">{REFUSAL_REASONS[reason].hi}</span>
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

function NoteForm({
  reason,
  initial,
  onBack,
  onNote,
}: {
  reason: RefusalReason
  initial: string
  onBack: () => void
  onNote: (note: string) => void
}): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null)
  // The dialog has set its focus before this came into it.
  useEffect(() => field.current?.focus(), [])
  const [note, setNote] = useState(initial)
  const [tried, setTried] = useState(false)
  const read = noteText.safeParse(note)
  const missing = reason === 'other' && note.trim() === '' ? 'Write what is wrong.' : undefined
  const problem = missing ?? read.error?.issues[0]?.message
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!problem) onNote(note.trim())
  }
  // Enter sends, as everywhere in the review; a line break takes Shift.
  const press = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (!event.repeat) event.currentTarget.closest('form')?.requestSubmit()
  }
  return (
    <form className={classes.note} onSubmit={submit} noValidate>
      {reason !== 'other' && (
        <p className={classes.chosen}>
          {REFUSAL_REASONS[reason].en}
          <span lang="hi">{REFUSAL_REASONS[reason].hi}</span>
        </p>
      )}
      <Textarea
        ref={field}
        label={reason === 'other' ? 'What is wrong' : 'Note (optional)'}
        description="The member reads it as it stands. No numbers of documents or accounts."
        data-autofocus
        autosize
        minRows={2}
        maxRows={5}
        value={note}
        error={tried ? problem : undefined}
        onKeyDown={press}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onBack}>
          Other reason
        </Button>
        <Button type="submit">Refuse</Button>
      </Group>
    </form>
  )
}

/**
 * Why a field is refused. A reason is enough by itself; `other` wants words, and with `given` words
 * are added to a reason that was chosen before.
 */
export function RefuseDialog({
  name,
  given,
  opened,
  onRefuse,
  onClose,
}: {
  name: string
  given: Refusal | null
  opened: boolean
  onRefuse: (refusal: Refusal) => void
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={`Refuse ${name}: why?`}
      size={480}
      centered
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Steps given={given} onRefuse={onRefuse} />
    </Modal>
  )
}

function Steps({
  given,
  onRefuse,
}: {
  given: Refusal | null
  onRefuse: (refusal: Refusal) => void
}): ReactElement {
  const [reason, setReason] = useState<RefusalReason | null>(given?.reason ?? null)
  if (reason) {
    return (
      <NoteForm
        reason={reason}
        initial={given?.note ?? ''}
        onBack={() => setReason(null)}
        onNote={(note) => onRefuse({ reason, note })}
      />
    )
  }
  const choose = (chosen: RefusalReason): void =>
    chosen === 'other' ? setReason(chosen) : onRefuse({ reason: chosen, note: '' })
  return <Reasons onReason={choose} />
}
