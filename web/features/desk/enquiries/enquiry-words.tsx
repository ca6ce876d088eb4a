import { type EnquiryRow } from '../../../../contract/desk/enquiries.ts'
import {
  ENQUIRY_NAMES,
  ENQUIRY_CATEGORIES,
  enquiryCategory,
  type EnquiryCategory,
  type EnquiryState,
} from '../../../../contract/desk/enquiry-states.ts'
import { labelled, Tag, type StatusStyle } from '../../../ui/tag.tsx'
import {
  IconAlertTriangle,
  IconArchive,
  IconCircleCheck,
  IconClock,
  IconClockExclamation,
  IconClockPause,
  IconInbox,
  IconMessages,
} from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatDuration, formatMoment, formatWord } from '../../../lib/format.ts'
import { useNow } from '../../../lib/use-now.ts'
import { dueOf, type Due } from './due.ts'

const MINUTE_MS = 60_000

export const STATE_STYLES = labelled(ENQUIRY_NAMES, {
  open: { tone: 'yellow', Picture: IconInbox },
  in_progress: { tone: 'blue', Picture: IconMessages },
  waiting: { tone: 'gray', Picture: IconClockPause },
  resolved: { tone: 'green', Picture: IconCircleCheck },
  closed: { tone: 'gray', Picture: IconArchive },
})

/** Public to other features: where an enquiry stands, in a word with its sign. */
export function EnquiryTag({ state }: { state: EnquiryState }): ReactElement {
  return <Tag {...STATE_STYLES[state]} />
}

export const categoryName = (category: EnquiryCategory): string =>
  ENQUIRY_CATEGORIES[category].label

export const CATEGORY_CHOICES = enquiryCategory.options.map((value) => ({
  value,
  label: categoryName(value),
}))

const DUE_STYLES: Record<Due['urgency'], Omit<StatusStyle, 'label'>> = {
  missed: { tone: 'red', Picture: IconAlertTriangle },
  soon: { tone: 'yellow', Picture: IconClockExclamation },
  ahead: { tone: 'gray', Picture: IconClock },
}

const HOUR_S = 3600

/** A length of time without its seconds; what is gone by hours has no minutes either. */
function length(seconds: number): string {
  const whole = Math.abs(seconds)
  if (whole < 60) return 'a minute'
  return formatDuration(whole - (whole % (seconds < -HOUR_S ? HOUR_S : 60)))
}

const WHAT = { answer: 'Answer', settle: 'Settle' } as const

/** The deadline that runs as time left or missed by; what came of it where none runs. */
export function DueTag({
  row,
  named = true,
}: {
  row: Pick<EnquiryRow, 'state' | 'firstAnswer' | 'resolution'>
  /** Says what is due as well; not where that stands beside it. */
  named?: boolean
}): ReactElement {
  const due = dueOf(row, useNow(MINUTE_MS))
  if (!due) {
    if (row.state === 'waiting') return <>Stands still</>
    return <>{row.resolution.missed ? 'Settled late' : 'Settled in time'}</>
  }
  const { what, by, left, urgency } = due
  const words = left < 0 ? `missed by ${length(left)}` : `${length(left)} left`
  return (
    <time dateTime={by} title={formatMoment(by)}>
      <Tag {...DUE_STYLES[urgency]}>{named ? `${WHAT[what]}: ${words}` : formatWord(words)}</Tag>
    </time>
  )
}

/** The language a text is read in: Devanagari is Hindi, anything else is left to the page. */
export const langOf = (text: string): 'hi' | undefined =>
  /\p{Script=Devanagari}/u.test(text) ? 'hi' : undefined
