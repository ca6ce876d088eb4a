import { Button, Group, Modal, Skeleton, Textarea } from '@mantine/core'
import '@mantine/core/styles/Skeleton.layer.css'
import { useQuery } from '@tanstack/react-query'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { OTHER, reasonNote, type RefusalReason } from '../../../../contract/reasons.ts'
import { FailedState } from '../../../ui/list/list-states.tsx'
import { reasonsOptions } from '../../platform/rules/reason-queries.ts'
import classes from './refuse-dialog.module.css'

const INPUTS = 'input, textarea'

type Refusal = { reason: RefusalReason; note: string }

/** The digits that are pressed. On the document: one may come before the focus is in the dialog. */
function useDigits(onDigit: (digit: number) => void): void {
  const press = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
    if (!/^[1-9]$/.test(event.key)) return
    if (event.target instanceof Element && event.target.closest(INPUTS)) return
    event.preventDefault()
    onDigit(Number(event.key))
  })
  useEffect(() => {
    const listen = (event: globalThis.KeyboardEvent): void => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

/** Stands where the reasons will; the digit of somebody who knows them is not lost. */
function LoadingReasons({ onDigit }: { onDigit: (digit: number) => void }): ReactElement {
  useDigits(onDigit)
  return <Skeleton height={300} aria-label="Loading" />
}

/** The reasons as a list: a digit or a click selects one; `early` was pressed while they loaded. */
function Reasons({
  reasons,
  early,
  onReason,
}: {
  reasons: readonly RefusalReason[]
  early: number | null
  onReason: (reason: RefusalReason) => void
}): ReactElement {
  const list = useRef<HTMLOListElement>(null)
  const take = (digit: number): void => {
    const reason = reasons[digit - 1]
    if (reason) onReason(reason)
  }
  useDigits(take)
  const takeEarly = useEffectEvent(() => early !== null && take(early))
  useEffect(() => void takeEarly(), [])
  // Also when one comes back to them from the note.
  useEffect(() => list.current?.querySelector('button')?.focus(), [])
  const step = (event: KeyboardEvent<HTMLElement>, at: number): void => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    const buttons = list.current?.querySelectorAll('button')
    buttons?.[(at + by + reasons.length) % reasons.length]?.focus()
  }
  return (
    <ol className={classes.reasons} ref={list}>
      {reasons.map((reason, index) => (
        <li key={reason.key}>
          <button
            type="button"
            data-autofocus={index === 0 || undefined}
            aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
            onClick={() => onReason(reason)}
            onKeyDown={(event) => step(event, index)}
          >
            {index < 9 ? <kbd>{index + 1}</kbd> : <span />}
            <span>
              {reason.key === OTHER ? 'Something else: write it.' : reason.en}
              <span lang="hi">{reason.hi}</span>
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
  const read = reasonNote.safeParse(note)
  const missing = reason.key === OTHER && note.trim() === '' ? 'Write what is wrong.' : undefined
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
      {reason.key !== OTHER && (
        <p className={classes.selected}>
          {reason.en}
          <span lang="hi">{reason.hi}</span>
        </p>
      )}
      <Textarea
        ref={field}
        label={reason.key === OTHER ? 'What is wrong' : 'Note (optional)'}
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
  const { data, error, refetch } = useQuery(reasonsOptions())
  const [reason, setReason] = useState<RefusalReason | null>(given?.reason ?? null)
  const [early, setEarly] = useState<number | null>(null)
  if (reason) {
    return (
      <NoteForm
        reason={reason}
        initial={given?.note ?? ''}
        onBack={() => {
          setEarly(null)
          setReason(null)
        }}
        onNote={(note) => onRefuse({ reason, note })}
      />
    )
  }
  const choose = (selected: RefusalReason): void =>
    selected.key === OTHER ? setReason(selected) : onRefuse({ reason: selected, note: '' })
  if (data) return <Reasons reasons={data.kyc} early={early} onReason={choose} />
  const retry = (): void => void refetch()
  return error ? (
    <FailedState many="reasons" failure={error} onRetry={retry} onClear={retry} />
  ) : (
    <LoadingReasons onDigit={setEarly} />
  )
}
