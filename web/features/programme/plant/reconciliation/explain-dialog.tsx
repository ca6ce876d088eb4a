import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent, type ReactElement } from 'react'
import {
  explainCoupons,
  explanationKind,
  type Reconciliation,
} from '../../../../../contract/programme/plant.ts'
import { call } from '../../../../lib/api.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { BigChoice } from '../big-choice.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import { PlantFailure } from '../plant-failure.tsx'
import { formatRun, readNumber } from '../plant-format.ts'
import { reconciliationOptions } from '../plant-queries.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import { problemsOf, type Explaining } from './explanation.ts'
import { EXPLAIN_WORDS, RECONCILIATION_WORDS } from './reconciliation-words.ts'
import classes from './reconciliation.module.css'

type SerialRun = Reconciliation['runs'][number]

/** Asks why a run was passed over; a part of it may be told alone. */
export function ExplainDialog({
  batchId,
  run,
  onSaved,
  onClose,
}: {
  batchId: number
  run: SerialRun | null
  onSaved: () => void
  onClose: () => void
}): ReactElement {
  const words = useWords(EXPLAIN_WORDS)
  const common = useWords(PLANT_WORDS)
  const language = useLanguage()
  return (
    <Modal
      opened={run !== null}
      onClose={onClose}
      title={words.title}
      size={480}
      lang={language}
      closeButtonProps={{ 'aria-label': common.close, size: 44 }}
    >
      {run && (
        <ExplainForm
          key={run.fromSerial}
          batchId={batchId}
          run={run}
          onSaved={onSaved}
          onClose={onClose}
        />
      )}
    </Modal>
  )
}

/** What is typed, what is wrong with it once it was sent, and the sending. */
function useExplaining(batchId: number, run: SerialRun, onSaved: () => void) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Explaining>({
    kind: run.kind,
    from: String(run.fromSerial),
    to: String(run.toSerial),
    note: run.kind ? (run.why ?? '') : '',
  })
  const [tried, setTried] = useState(false)
  const problems = problemsOf(typed, run)
  const { busy, error, send } = useSending(async () => {
    setTried(true)
    if (typed.kind === null || Object.keys(problems).length > 0) return
    const body = {
      from: readNumber(typed.from) ?? run.fromSerial,
      to: readNumber(typed.to) ?? run.toSerial,
      kind: typed.kind,
      note: typed.note.trim() || undefined,
    }
    const answer = await call(explainCoupons, { params: { batchId }, body })
    client.setQueryData(reconciliationOptions(batchId).queryKey, answer)
    onSaved()
  })
  return {
    typed,
    type: (changes: Partial<Explaining>): void => setTyped((before) => ({ ...before, ...changes })),
    shown: tried ? problems : {},
    busy,
    error,
    send,
  }
}

function ExplainForm({
  batchId,
  run,
  onSaved,
  onClose,
}: {
  batchId: number
  run: SerialRun
  onSaved: () => void
  onClose: () => void
}): ReactElement {
  const words = useWords(EXPLAIN_WORDS)
  const common = useWords(PLANT_WORDS)
  const { kinds } = useWords(RECONCILIATION_WORDS)
  const { typed, type, shown, busy, error, send } = useExplaining(batchId, run, onSaved)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    void send()
  }
  const wrong = (field: keyof Explaining): string | undefined => {
    const problem = shown[field]
    return problem && words.problems[problem]
  }
  return (
    <form className={classes.explain} onSubmit={submit} noValidate>
      <p>{words.what(formatRun(run.fromSerial, run.toSerial))}</p>
      <BigChoice
        legend={words.kind}
        options={explanationKind.options.map((value) => ({ value, label: kinds[value] }))}
        value={typed.kind}
        error={wrong('kind')}
        onChange={(kind) => type({ kind })}
      />
      {run.count > 1 && (
        <div className={classes.pair}>
          {(['from', 'to'] as const).map((end) => (
            <TextInput
              key={end}
              label={words[end]}
              size="lg"
              inputMode="numeric"
              autoComplete="off"
              value={typed[end]}
              error={wrong(end)}
              errorProps={{ role: 'alert' }}
              onChange={(event) => type({ [end]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
      <Textarea
        label={words.note}
        description={words.noteHint}
        size="lg"
        autosize
        minRows={2}
        maxRows={5}
        value={typed.note}
        error={wrong('note')}
        errorProps={{ role: 'alert' }}
        onChange={(event) => type({ note: event.currentTarget.value })}
      />
      {error !== null && <PlantFailure error={error} title={words.failed} />}
      <div className={classes.acts}>
        <Button type="submit" size="xl" fullWidth loading={busy}>
          {words.save}
        </Button>
        <Button variant="default" size="lg" fullWidth disabled={busy} onClick={onClose}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}
