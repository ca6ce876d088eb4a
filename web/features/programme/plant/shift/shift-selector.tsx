import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import type { ShiftReport } from '../../../../../contract/programme/plant.ts'
import {
  shift as shiftName,
  type Hours,
  type Shift,
} from '../../../../../contract/people/shifts.ts'
import { addDays, isoDate } from '../../../../../contract/time.ts'
import { BigChoice } from '../big-choice.tsx'
import { useWords } from '../language.ts'
import { SHIFT_WORDS } from './shift-words.ts'
import classes from './shift.module.css'

/** A year that is being typed stands in the first century. */
const FIRST_DAY = '2000-01-01'

/** "06–14"; with minutes where there are any. */
const hoursOf = ({ from, to }: Hours): string => `${from}–${to}`.replaceAll(':00', '')

/** The day and the shift that are shown; another day keeps the shift. */
export function ShiftChooser({
  report,
  selected,
  onChoose,
}: {
  report: Pick<ShiftReport, 'day' | 'shift' | 'shifts'>
  /** Whether it is not simply the one that runs now. */
  selected: boolean
  onChoose: (to: { day: string | undefined; shift: Shift | undefined }) => void
}): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const { day, shift, choose } = useSelected(report, onChoose)
  const toDay = (to: string): void => {
    if (to >= FIRST_DAY && isoDate.safeParse(to).success) choose({ day: to, shift })
  }
  return (
    <div className={classes.selector}>
      <div className={classes.day}>
        <ActionIcon
          variant="default"
          size={48}
          aria-label={words.dayBefore}
          onClick={() => toDay(addDays(day, -1))}
        >
          <IconChevronLeft size={24} aria-hidden />
        </ActionIcon>
        <DayField day={day} onDay={toDay} />
        <ActionIcon
          variant="default"
          size={48}
          aria-label={words.dayAfter}
          onClick={() => toDay(addDays(day, 1))}
        >
          <IconChevronRight size={24} aria-hidden />
        </ActionIcon>
      </div>
      <BigChoice
        legend={words.shift}
        columns={4}
        options={shiftName.options.map((value) => ({
          value,
          label: words.shifts[value],
          about: hoursOf(report.shifts[value]),
        }))}
        value={shift}
        onChange={(to) => choose({ day, shift: to })}
      />
      {selected && (
        <Button
          variant="light"
          size="lg"
          onClick={() => onChoose({ day: undefined, shift: undefined })}
        >
          {words.now}
        </Button>
      )}
    </div>
  )
}

/**
 * What was chosen, shown at once: its report and its address come a moment later, and a second choice
 * made before that builds on the first.
 */
function useSelected(
  { day, shift }: Pick<ShiftReport, 'day' | 'shift'>,
  onChoose: (to: { day: string; shift: Shift }) => void,
) {
  const [shown, setShown] = useState({ of: { day, shift }, day, shift })
  if (shown.of.day !== day || shown.of.shift !== shift) {
    setShown({ of: { day, shift }, day, shift })
  }
  const choose = (to: { day: string; shift: Shift }): void => {
    setShown({ of: { day, shift }, ...to })
    onChoose(to)
  }
  return { day: shown.day, shift: shown.shift, choose }
}

/** The day, which is not chosen while its year is half typed. */
function DayField({ day, onDay }: { day: string; onDay: (to: string) => void }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const [shown, setShown] = useState({ day, typed: day })
  if (shown.day !== day) setShown({ day, typed: day })
  return (
    <TextInput
      type="date"
      size="lg"
      aria-label={words.day}
      value={shown.typed}
      onChange={(event) => {
        setShown({ day, typed: event.currentTarget.value })
        onDay(event.currentTarget.value)
      }}
    />
  )
}
