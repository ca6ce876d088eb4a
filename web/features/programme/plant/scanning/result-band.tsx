import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDeviceMobileDown,
  IconRepeat,
  IconScan,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatCode } from '../../../../../contract/programme/code.ts'
import type { PlantScanAnswer } from '../../../../../contract/programme/plant.ts'
import { useWords } from '../language.ts'
import { formatRun } from '../plant-format.ts'
import type { Tone } from './outcomes.ts'
import classes from './result-band.module.css'
import { SCANNING_WORDS, type ScanningWords } from './scanning-words.ts'
import { toneOf, type Outcome } from './use-scanner.ts'

const PICTURES: Record<Tone, Icon> = {
  kept: IconDeviceMobileDown,
  good: IconCircleCheck,
  again: IconRepeat,
  bad: IconAlertTriangle,
}

/** "Wall Putty 40 kg · 17": what a code stands for, as far as it is known. */
export function thingOf({ productName, fromSerial, toSerial }: PlantScanAnswer): string {
  const serials = fromSerial !== null && toSerial !== null && formatRun(fromSerial, toSerial)
  return [productName, serials].filter(Boolean).join(' · ')
}

export function titleOfAnswer(words: ScanningWords, answer: PlantScanAnswer): string {
  const whole = answer.carton !== null && answer.result === 'activated'
  return whole ? words.cartonActivated(answer.changed) : words.results[answer.result].title
}

type Said = { title: string; detail: string }

function sayAnswer(words: ScanningWords, answer: PlantScanAnswer): Said {
  const detail = [words.results[answer.result].advice, thingOf(answer)]
  return { title: titleOfAnswer(words, answer), detail: detail.filter(Boolean).join(' ') }
}

function sayMany(words: ScanningWords, total: number, good: number): Said {
  if (good === total) return { title: words.answers(total), detail: '' }
  return { title: words.answersBad(total, total - good), detail: words.seeList }
}

function say(words: ScanningWords, outcome: Outcome): Said {
  switch (outcome.kind) {
    case 'answer':
      return sayAnswer(words, outcome.done.answer)
    case 'answers':
      return sayMany(words, outcome.total, outcome.good)
    case 'malformed':
      return { title: words.malformed.title, detail: words.malformed.advice ?? '' }
    case 'not_kept':
      return { title: words.notKept.title, detail: words.notKept.advice ?? '' }
    case 'refused':
      return { title: words.notAccepted, detail: words.seeList }
    default: {
      const { title, advice } = words[outcome.kind]
      return { title, detail: [formatCode(outcome.code), advice].filter(Boolean).join(' · ') }
    }
  }
}

/** What became of the last reading, across the whole width: colour, icon and word. */
export function ResultBand({
  outcome,
}: {
  outcome: (Outcome & { at: number }) | null
}): ReactElement {
  const words = useWords(SCANNING_WORDS)
  const { title, detail } = outcome ? say(words, outcome) : { title: words.ready.title, detail: '' }
  const tone = outcome ? toneOf(outcome) : 'none'
  const Picture = outcome ? PICTURES[toneOf(outcome)] : IconScan
  return (
    <div className={classes.band} data-tone={tone} role="status">
      {/* A new one for each result, so that the same one twice is seen twice. */}
      <span key={outcome?.at} className={classes.inner}>
        <Picture size={36} stroke={2} aria-hidden />
        <span className={classes.words}>
          <strong>{title}</strong>
          {detail && <span>{detail}</span>}
        </span>
      </span>
    </div>
  )
}
