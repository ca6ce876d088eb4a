import { Button } from '@mantine/core'
import { IconCircleCheck, IconInfoCircle } from '@tabler/icons-react'
import { useEffect, useRef, type ReactElement } from 'react'
import { useWords } from '../language.ts'
import { OutcomeBox } from '../outcome-box.tsx'
import { PLANT_WORDS } from '../plant-words.ts'
import { STEP_WORDS } from './step-words.ts'
import classes from './activation.module.css'
import { AskedFacts, Unchanged, useRunWords } from './step-parts.tsx'
import type { Step } from './use-activation.ts'

const TONES = { activate: 'green', deactivate: 'yellow' } as const

/** What was changed and what not; it stays until the worker goes on. */
export function DoneStep({
  step,
  onNext,
  onOtherLot,
}: {
  step: Step
  onNext: () => void
  onOtherLot: () => void
}): ReactElement {
  const { asked, answer } = step
  const words = useWords(STEP_WORDS)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const none = answer.changed === 0
  const Picture = none ? IconInfoCircle : IconCircleCheck
  return (
    <section className={classes.step} aria-labelledby="done">
      <OutcomeBox tone={none ? 'gray' : TONES[asked.action]} Picture={Picture}>
        <h2 id="done" ref={heading} tabIndex={-1}>
          {none ? words.doneNothing : words.done[asked.action](answer.changed)}
        </h2>
      </OutcomeBox>
      <AskedFacts asked={asked} />
      <Unchanged step={step} title={none ? words.doneNothingNext : words.stay} />
      <div className={classes.acts}>
        <Button size="xl" fullWidth onClick={onNext}>
          {words.next}
        </Button>
        <Button variant="default" size="lg" fullWidth onClick={onOtherLot}>
          {words.otherLotNext}
        </Button>
      </div>
    </section>
  )
}

/** What was done on this page before, the last first. */
export function DoneBefore({ steps }: { steps: readonly Step[] }): ReactElement | null {
  const words = useWords(STEP_WORDS)
  const common = useWords(PLANT_WORDS)
  const runOf = useRunWords()
  if (steps.length === 0) return null
  return (
    <section className={classes.before} aria-labelledby="before">
      <h2 id="before">{words.doneBefore}</h2>
      <ol>
        {steps.map(({ asked, answer }, index) => (
          <li key={steps.length - index}>
            <b>
              {answer.changed > 0 ? words.done[asked.action](answer.changed) : words.doneNothing}
            </b>
            <span>{`${common.lot(asked.batchId, asked.letters)} · ${runOf(asked)}`}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
