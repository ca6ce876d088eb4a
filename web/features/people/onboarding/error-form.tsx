import { Alert, Button, Group, Text, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react'
import {
  ONBOARDING_COLUMNS,
  type OnboardingColumn,
} from '../../../../contract/people/onboarding-columns.ts'
import { retryOnboardingRow, type ErrorRow } from '../../../../contract/people/onboarding.ts'
import { call } from '../../../lib/api.ts'
import { FailureAlert } from '../../../ui/failure-alert.tsx'
import { useSending } from '../../../ui/use-sending.ts'
import { maySend, shownProblems, valuesOf } from './correction.ts'
import { keepError, refreshError } from './error-queries.ts'
import classes from './errors.module.css'
import { rowReasons } from './row-cells.ts'

/** What is typed into a row, for as long as the page is open: going on to another does not lose it. */
export type Drafts = {
  of: (id: string) => readonly string[] | undefined
  keep: (id: string, values: readonly string[] | undefined) => void
}

/** After the trap of the drawer has given the focus to its first control, and what is wrong is drawn. */
const FOCUS_MS = 60
const WRONG = '[aria-invalid="true"]'

function focusWrong(form: HTMLFormElement | null): void {
  const field = form?.querySelector<HTMLElement>(WRONG) ?? form?.querySelector('input')
  field?.focus()
}

type Outcome = { onApplied: (subjectId: number | null) => void; onWrong: () => void }

/** Sends a corrected row; what is still wrong comes back and stands at its field. */
function useRetry(row: ErrorRow, { onApplied, onWrong }: Outcome) {
  const client = useQueryClient()
  return useSending(async (cells: string[]) => {
    const params = { uploadId: row.uploadId, rowNo: row.rowNo }
    try {
      const answer = await call(retryOnboardingRow, { params, body: { cells } })
      // Told first, as the form goes with the row that is not open any more.
      if (answer.applied) onApplied(answer.subjectId)
      keepError(client, answer.row)
      if (!answer.applied) onWrong()
    } catch (failure) {
      refreshError(client, row)
      throw failure
    }
  })
}

function CellField({
  column,
  value,
  error,
  onChange,
  onBlur,
}: {
  column: OnboardingColumn
  value: string
  error: string | undefined
  onChange: (value: string) => void
  onBlur: () => void
}): ReactElement {
  const { header, help, required } = column
  return (
    <TextInput
      label={header}
      description={help}
      required={required}
      value={value}
      error={error}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  )
}

/** What is typed, and what stands at each field. */
function useCorrection(id: string, row: ErrorRow, drafts: Drafts) {
  const columns: readonly OnboardingColumn[] = ONBOARDING_COLUMNS[row.kind]
  const [values, setValues] = useState(() => drafts.of(id) ?? valuesOf(columns, row))
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set())
  const [tried, setTried] = useState(false)
  return {
    columns,
    values,
    problems: shownProblems(columns, row, values, (index) => tried || touched.has(index)),
    mayBeSent: maySend(columns, row, values),
    change: (index: number, text: string): void => {
      const next = values.with(index, text)
      setValues(next)
      drafts.keep(id, next)
    },
    leave: (index: number): void => setTouched((before) => new Set([...before, index])),
    tryIt: (): void => setTried(true),
  }
}

/** The cells of a refused row with what is wrong at each; corrected here, it is applied alone. */
export function ErrorForm({
  id,
  row,
  drafts,
  onApplied,
  onDismiss,
}: {
  id: string
  row: ErrorRow
  drafts: Drafts
  onApplied: (subjectId: number | null) => void
  onDismiss: () => void
}): ReactElement {
  const form = useRef<HTMLFormElement>(null)
  const { columns, values, problems, mayBeSent, change, leave, tryIt } = useCorrection(
    id,
    row,
    drafts,
  )
  const [still, setStill] = useState(false)
  const focusSoon = (): void => void setTimeout(() => focusWrong(form.current), FOCUS_MS)
  const onWrong = (): void => {
    setStill(true)
    focusSoon()
  }
  const { busy, error, send } = useRetry(row, { onApplied, onWrong })
  const whole = rowReasons(
    columns.map(({ header }) => header),
    row.problems,
  )
  useEffect(() => {
    const timer = setTimeout(() => focusWrong(form.current), FOCUS_MS)
    return () => clearTimeout(timer)
  }, [])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    tryIt()
    setStill(false)
    if (mayBeSent) await send([...values])
    else focusSoon()
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      {whole.length > 0 && (
        <Alert color="red" icon={<IconAlertTriangle size={18} />}>
          {whole.join(' ')}
        </Alert>
      )}
      <div className={classes.fields}>
        {columns.map((column, index) => (
          <CellField
            key={column.key}
            column={column}
            value={values[index] ?? ''}
            error={problems[index]}
            onChange={(text) => change(index, text)}
            onBlur={() => leave(index)}
          />
        ))}
      </div>
      {error !== null && <FailureAlert error={error} kept="What you typed is kept." />}
      <Group gap="xs" className={classes.acts}>
        <Button type="submit" loading={busy}>
          Retry
        </Button>
        <Button variant="default" disabled={busy} onClick={onDismiss}>
          Dismiss
        </Button>
        <Text size="sm" role="status">
          {still && 'Still refused: what is wrong stands at its field.'}
        </Text>
      </Group>
    </form>
  )
}
