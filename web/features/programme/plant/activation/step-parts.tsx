import type { ReactElement } from 'react'
import { formatNumber } from '../../../../lib/format.ts'
import { StateIcon } from '../state-icon.tsx'
import { useWords } from '../language.ts'
import { formatRun } from '../plant-format.ts'
import { PLANT_WORDS } from '../plant-words.ts'
import { STEP_WORDS } from './step-words.ts'
import classes from './activation.module.css'
import type { Asked, Step } from './use-activation.ts'

/** The run in words: "Serial 101 – 200", before it the cartons where they were asked for. */
export function useRunWords() {
  const words = useWords(STEP_WORDS)
  return ({ from, to, cartons }: Pick<Asked, 'from' | 'to' | 'cartons'>): string => {
    const run = words.run(formatRun(from, to))
    return cartons ? `${words.carton(formatRun(cartons.from, cartons.to))} · ${run}` : run
  }
}

/** The lot, the run and the reason that an act is about. */
export function AskedFacts({ asked }: { asked: Asked }): ReactElement {
  const words = useWords(STEP_WORDS)
  const common = useWords(PLANT_WORDS)
  const runOf = useRunWords()
  return (
    <div className={classes.asked}>
      <b>{common.lot(asked.batchId, asked.letters)}</b>
      <span>{asked.productName}</span>
      <b>{runOf(asked)}</b>
      {asked.reason !== undefined && asked.action === 'deactivate' && (
        <span>{`${words.reason}: ${asked.reason}`}</span>
      )}
    </div>
  )
}

/** Those that stay as they are, state by state, with the reason. */
export function Unchanged({ step, title }: { step: Step; title: string }): ReactElement | null {
  const words = useWords(STEP_WORDS)
  const { action } = step.asked
  const { unchanged } = step.answer
  if (unchanged.length === 0) return null
  return (
    <div className={classes.unchanged}>
      <h3>{title}</h3>
      <ul>
        {unchanged.map(({ status, count }) => (
          <li key={status}>
            <StateIcon status={status} size={20} />
            <b>{formatNumber(count)}</b>
            <span>{words.why[action][status] ?? words.whyElse}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
