import { Button } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import { addDays, dayOf } from '../../../contract/time.ts'
import classes from './filter-bar.module.css'

type Days = { from?: string | undefined; to?: string | undefined }

function ranges(today: string): { label: string; days: Required<Days> }[] {
  const yesterday = addDays(today, -1)
  return [
    { label: 'Today', days: { from: today, to: today } },
    { label: 'Yesterday', days: { from: yesterday, to: yesterday } },
    { label: 'Last 7 days', days: { from: addDays(today, -6), to: today } },
    { label: 'Last 30 days', days: { from: addDays(today, -29), to: today } },
    { label: 'This month', days: { from: `${today.slice(0, 8)}01`, to: today } },
  ]
}

/** From and to as calendar days, both included, with the usual ranges at hand. */
export function DaysField({
  label,
  days,
  onChange,
}: {
  label: string
  days: Days
  /** What changes: another change may still be on its way. */
  onChange: (days: Days) => void
}): ReactElement {
  const id = useId()
  const [today] = useState(() => dayOf(new Date()))
  const field = (name: 'from' | 'to', words: string) => (
    <label className={classes.day} htmlFor={id + name}>
      {words}
      <input
        id={id + name}
        type="date"
        value={days[name] ?? ''}
        min={name === 'to' ? days.from : undefined}
        max={name === 'from' ? days.to : undefined}
        onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
      />
    </label>
  )
  return (
    <div role="group" aria-label={label} className={classes.days}>
      <div className={classes.ranges}>
        {ranges(today).map(({ label, days: range }) => (
          <Button
            key={label}
            size="compact-sm"
            variant={range.from === days.from && range.to === days.to ? 'light' : 'default'}
            aria-pressed={range.from === days.from && range.to === days.to}
            onClick={() => onChange(range)}
          >
            {label}
          </Button>
        ))}
      </div>
      {field('from', 'From')}
      {field('to', 'To, included')}
    </div>
  )
}
