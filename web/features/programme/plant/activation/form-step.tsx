import { Button, Textarea } from '@mantine/core'
import { IconToggleLeft, IconToggleRight } from '@tabler/icons-react'
import { useEffect, useRef, type FormEvent, type ReactElement } from 'react'
import { BigChoice } from '../big-choice.tsx'
import { useWords } from '../language.ts'
import { PlantFailure } from '../plant-failure.tsx'
import { WhichFields, useProblemWords, type FieldsProps } from './activation-fields.tsx'
import { REASONS, type Typed } from './activation-form.ts'
import { ACTIVATION_WORDS } from './activation-words.ts'
import classes from './activation.module.css'
import type { Lot } from './lot-list.tsx'
import type { Asked } from './use-activation.ts'
import { useCheck } from './use-check.ts'

/** What to do with which coupons, and why; sent, it asks what that would change. */
export function FormStep({
  lot,
  typed,
  onType,
  preview,
}: {
  lot: Lot | null
  typed: Typed
  onType: (changes: Partial<Typed>) => void
  preview: (asked: Asked) => Promise<void>
}): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const form = useRef<HTMLFormElement>(null)
  const { way, problems, refusals, checking, failure, check, forgive } = useCheck(
    typed,
    lot,
    preview,
  )
  useEffect(() => {
    const wrong = form.current?.querySelector('[aria-invalid="true"], [data-invalid] input')
    if (refusals > 0 && wrong instanceof HTMLElement) wrong.focus()
  }, [refusals])
  const type = (changes: Partial<Typed>): void => {
    onType(changes)
    forgive(Object.keys(changes))
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void check()
  }
  const fields = { lot, typed, problems, onType: type }
  return (
    <form ref={form} className={classes.form} onSubmit={submit} noValidate>
      <BigChoice
        legend={words.whatToDo}
        options={[
          { value: 'activate', label: words.actions.activate, Picture: IconToggleRight },
          { value: 'deactivate', label: words.actions.deactivate, Picture: IconToggleLeft },
        ]}
        value={typed.action}
        onChange={(action) => type({ action })}
      />
      <WhichFields {...fields} way={way} />
      {typed.action === 'deactivate' && <ReasonFields {...fields} />}
      {failure !== null && <NotChecked error={failure} />}
      <Button type="submit" size="xl" loading={checking} fullWidth>
        {words.check}
      </Button>
      <div role="status" className={classes.quiet}>
        {checking && words.checking}
      </div>
    </form>
  )
}

function NotChecked({ error }: { error: unknown }): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  return <PlantFailure error={error} title={words.notChecked} />
}

function ReasonFields(props: FieldsProps): ReactElement {
  const words = useWords(ACTIVATION_WORDS)
  const problemOf = useProblemWords(props)
  const { typed, onType } = props
  return (
    <>
      <BigChoice
        legend={words.whyDeactivate}
        options={REASONS.map((value) => ({ value, label: words.reasons[value] }))}
        value={typed.reason}
        error={problemOf('reason')}
        onChange={(reason) => onType({ reason })}
      />
      <Textarea
        className={classes.note}
        label={words.note}
        description={words.noteHint}
        size="lg"
        autosize
        minRows={2}
        maxRows={5}
        value={typed.note}
        error={problemOf('note')}
        errorProps={{ role: 'alert' }}
        onChange={(event) => onType({ note: event.currentTarget.value, reason: typed.reason })}
      />
    </>
  )
}
