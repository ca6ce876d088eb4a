import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconDeviceMobileDown,
  IconRepeat,
  type Icon,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatCode } from '../../../../../contract/programme/code.ts'
import { formatTime } from '../../../../lib/format.ts'
import { Tag, type Tone as TagTone } from '../../../../ui/tag.tsx'
import { useLanguage } from '../../../../lib/read-language.ts'
import { useWords } from '../language.ts'
import classes from './last-readings.module.css'
import { TONES, type Tone } from './outcomes.ts'
import { thingOf, titleOfAnswer } from './result-band.tsx'
import type { Row } from './scan-snapshot.ts'
import { SCANNING_WORDS, type ScanningWords } from './scanning-words.ts'

const STYLES: Record<Tone, { tone: TagTone; Picture: Icon }> = {
  kept: { tone: 'blue', Picture: IconDeviceMobileDown },
  good: { tone: 'green', Picture: IconCircleCheck },
  again: { tone: 'yellow', Picture: IconRepeat },
  bad: { tone: 'red', Picture: IconAlertTriangle },
}

/** What became of a reading: a word and how it looks. */
function fateOf(words: ScanningWords, row: Row): { word: string; tone: TagTone; Picture: Icon } {
  if (row.takenBack) {
    const word = row.state === 'done' && row.undone === 1 ? words.takenBack : words.takingBack
    return { word, tone: 'gray', Picture: IconArrowBackUp }
  }
  if (row.answer === null) {
    if (row.state === 'refused') return { word: words.notAccepted, ...STYLES.bad }
    return { word: words.waiting, ...STYLES.kept }
  }
  return { word: titleOfAnswer(words, row.answer), ...STYLES[TONES[row.answer.result]] }
}

function Reading({ row, words }: { row: Row; words: ScanningWords }): ReactElement {
  const { word, tone, Picture } = fateOf(words, row)
  const language = useLanguage()
  // The server's own words are English.
  const why = language === 'en' ? row.answer === null && row.why : null
  const thing = row.answer ? thingOf(row.answer) : why
  return (
    <li className={classes.row}>
      <span className={classes.code}>{row.code ? formatCode(row.code) : words.takingBack}</span>
      <time className={classes.time} dateTime={row.at}>
        {formatTime(row.at)}
      </time>
      <span className={classes.thing}>{thing}</span>
      <span className={classes.fate}>
        <Tag tone={tone} Picture={Picture}>
          {word}
        </Tag>
      </span>
    </li>
  )
}

/** The last readings of this worker on this phone, newest first. */
export function LastReadings({ rows }: { rows: readonly Row[] }): ReactElement {
  const words = useWords(SCANNING_WORDS)
  return (
    <section className={classes.section} aria-label={words.last}>
      <h2 className={classes.title}>{words.last}</h2>
      {rows.length === 0 ? (
        <p className={classes.none}>{words.noneYet}</p>
      ) : (
        <ul className={classes.list} aria-label={words.last}>
          {rows.map((row) => (
            <Reading key={row.id} row={row} words={words} />
          ))}
        </ul>
      )}
    </section>
  )
}
