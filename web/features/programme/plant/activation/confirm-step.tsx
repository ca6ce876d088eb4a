import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import { ApiError } from '../../../../lib/api-error.ts'
import { formatNumber } from '../../../../lib/format.ts'
import { useSending } from '../../../../ui/use-sending.ts'
import { useWords } from '../language.ts'
import { PlantFailure } from '../plant-failure.tsx'
import { reconciliationOptions } from '../plant-queries.ts'
import parts from '../plant-parts.module.css'
import { PLANT_WORDS } from '../plant-words.ts'
import { countWithin } from './activation-form.ts'
import { STEP_WORDS } from './step-words.ts'
import classes from './activation.module.css'
import { AskedFacts, Unchanged } from './step-parts.tsx'
import { mayBeDone, type Asked, type Step } from './use-activation.ts'

const ALERT = { title: parts.words, message: parts.words }

/** Says what will change and what not, and why; then does it, once. */
export function ConfirmStep({
  step,
  confirm,
  onBack,
}: {
  step: Step
  confirm: (asked: Asked) => Promise<void>
  onBack: () => void
}): ReactElement {
  const { asked, answer } = step
  const words = useWords(STEP_WORDS)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { busy, error, send } = useSending(() => confirm(asked))
  const lost = error !== null && mayBeDone(error)
  return (
    <section className={classes.step} aria-labelledby="ask">
      <h2 id="ask" ref={heading} tabIndex={-1}>
        {words.ask[asked.action]}
      </h2>
      <AskedFacts asked={asked} />
      <p className={classes.big} data-none={answer.changed === 0 || undefined}>
        {answer.changed > 0
          ? words.change[asked.action](formatNumber(answer.changed))
          : words.nothing[asked.action]}
      </p>
      <Cautions asked={asked} />
      <Unchanged step={step} title={words.stay} />
      {error !== null && !busy && <NotDone error={error} lost={lost} />}
      <div role="status">{busy && <Working asked={asked} count={answer.changed} />}</div>
      <div className={classes.acts}>
        {answer.changed > 0 && (
          <Button
            size="xl"
            fullWidth
            color={asked.action === 'deactivate' ? 'red' : undefined}
            loading={busy}
            onClick={() => void send()}
          >
            {lost ? words.askAgain : words.confirm[asked.action](answer.changed)}
          </Button>
        )}
        <Button
          variant="default"
          size="lg"
          fullWidth
          disabled={busy}
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={onBack}
        >
          {words.back}
        </Button>
      </div>
    </section>
  )
}

/** What the worker may have overlooked; only where it can be told. */
function Cautions({ asked }: { asked: Asked }): ReactElement | null {
  const words = useWords(STEP_WORDS)
  const isActivation = asked.action === 'activate'
  const { data } = useQuery(reconciliationOptions(isActivation ? asked.batchId : null))
  const count = (state: 'deactivated' | 'explained'): number =>
    isActivation && data ? countWithin(data.runs, asked, state) : 0
  const told = [
    asked.instead !== null && words.otherLot(asked.instead),
    count('deactivated') > 0 && words.reactivated(count('deactivated')),
    count('explained') > 0 && words.explained(count('explained')),
  ].filter((caution) => caution !== false)
  return (
    <>
      {told.map((caution) => (
        <Alert
          key={caution}
          classNames={ALERT}
          color="yellow"
          icon={<IconAlertTriangle size={20} />}
        >
          {caution}
        </Alert>
      ))}
    </>
  )
}

const LONG_MS = 8_000

/** A long run is told to be at work, and told again when it takes its time. */
function Working({ asked, count }: { asked: Asked; count: number }): ReactElement {
  const words = useWords(STEP_WORDS)
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.working}>
      <p>
        <b>{words.working[asked.action](count)}</b>
      </p>
      <p>{long ? words.takesLong : words.takesTime}</p>
    </div>
  )
}

function NotDone({ error, lost }: { error: unknown; lost: boolean }): ReactElement {
  const words = useWords(STEP_WORDS)
  const { request } = useWords(PLANT_WORDS)
  if (!lost) return <PlantFailure error={error} title={words.refused} />
  const stopped = error instanceof ApiError && error.code === 'unavailable'
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <Alert
      classNames={ALERT}
      color="yellow"
      role="alert"
      icon={<IconAlertTriangle size={20} />}
      title={stopped ? undefined : words.lost}
    >
      {stopped ? words.stopped : words.lostNext}
      {requestId && <p className={classes.hint}>{request(requestId)}</p>}
    </Alert>
  )
}
