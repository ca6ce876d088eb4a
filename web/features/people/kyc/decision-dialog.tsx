import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react'
import {
  useEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type ReactElement,
} from 'react'
import { KYC_FIELD_NAMES } from '../../../../contract/people/kyc-states.ts'
import { OTHER } from '../../../../contract/reasons.ts'
import { type KycDetail } from '../../../../contract/people/kyc.ts'
import { formatAmount } from '../../../lib/format.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import classes from './decision-dialog.module.css'
import { isClean, verdictOn, type Draft, type Slot } from './verdicts.ts'

type Judged = { detail: KycDetail; slots: readonly Slot[]; draft: Draft }

/** Each verdict once more: what is accepted in spite of a check stands out. */
function Verdicts({ detail, slots, draft }: Judged): ReactElement {
  const judged = slots.flatMap((slot) => {
    const verdict = verdictOn(draft, slot)
    const field = detail.fields.find(({ field }) => field === slot.field)
    return verdict && field ? [{ field, verdict }] : []
  })
  return (
    <ul className={classes.verdicts} aria-label="Verdicts">
      {judged.map(({ field, verdict }) => {
        const doubtful = verdict.accept && !isClean(field)
        const Picture = !verdict.accept ? IconX : doubtful ? IconAlertTriangle : IconCheck
        const tone = !verdict.accept ? 'bad' : doubtful ? 'warn' : 'good'
        return (
          <li key={field.field} data-tone={tone}>
            <Picture size={16} stroke={2.2} aria-hidden />
            <span>
              <b>{KYC_FIELD_NAMES[field.field]}</b>
              {verdict.accept
                ? doubtful
                  ? ' accepted, though not all of its checks are right'
                  : ' accepted'
                : ' refused'}
              {!verdict.accept && (
                <small>
                  {[verdict.reason.key === OTHER ? '' : verdict.reason.en, verdict.note]
                    .filter(Boolean)
                    .join(' ')}
                </small>
              )}
            </span>
          </li>
        )
      })}
    </ul>
  )
}

export const askAgainWords = (count: number): string =>
  `Ask again for ${formatAmount(count, 'field')}`

function Form({
  refused,
  onDecide,
  onClose,
  ...judged
}: Judged & {
  refused: number
  onDecide: (note: string) => Promise<void>
  onClose: () => void
}): ReactElement {
  const [note, setNote] = useState('')
  const { busy, error, send } = useSending(onDecide)
  const button = useRef<HTMLButtonElement>(null)
  // While it was sent the button was disabled and lost the focus: Enter tries again.
  useEffect(() => {
    if (error !== null) button.current?.focus()
  }, [error])
  const { memberName } = judged.detail
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send(note.trim())
  }
  // The Enter that opened this must not decide as well while it is held down.
  const guard = (event: KeyboardEvent): void => {
    if (event.key === 'Enter' && event.repeat) event.preventDefault()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Text>
        {refused === 0
          ? `${memberName} is verified and can redeem points from now on. This is final until new details are sent.`
          : `${memberName} is told what to send again, and why; the accepted fields stay accepted. This is final until then.`}
      </Text>
      <Verdicts {...judged} />
      <TextInput
        label="Note for the record (optional)"
        value={note}
        maxLength={300}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {error !== null && (
        <FailureAlert error={error} title="It was not decided" kept="Your verdicts are kept." />
      )}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button ref={button} type="submit" data-autofocus loading={busy} onKeyDown={guard}>
          {refused === 0 ? 'Approve' : askAgainWords(refused)}
        </Button>
      </Group>
    </form>
  )
}

/** Stands before approving or asking again: what will happen, the verdicts, and one key to do it. */
export function DecisionDialog({
  opened,
  refused,
  onClose,
  ...form
}: Judged & {
  opened: boolean
  /** How many fields are refused or lacking: none means that all of it is approved. */
  refused: number
  onDecide: (note: string) => Promise<void>
  onClose: () => void
}): ReactElement {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={refused === 0 ? 'Approve this KYC' : askAgainWords(refused)}
      size={460}
      centered
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Form {...form} refused={refused} onClose={onClose} />
    </Modal>
  )
}
