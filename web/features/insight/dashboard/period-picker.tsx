import { Button, TextInput } from '@mantine/core'
import { useState, type FormEvent, type ReactElement } from 'react'
import { comparison, COMPARISONS, type Comparison } from '../../../../contract/insight/dashboard.ts'
import classes from './dashboard.module.css'
import { lengthOf, PRESETS, type Days, type PeriodSearch } from './period.ts'

const MOST_DAYS = 400
const COMPARED: Record<Comparison, string> = {
  before: 'The period before',
  year: 'The same days a year before',
  none: 'Nothing',
}

function problemOf({ from, to }: Days): string | null {
  if (!from || !to) return 'Choose both days.'
  if (from > to) return 'The last day must not be before the first.'
  if (from < '2000-01-01' || to > '2099-12-31') return 'Choose days between 2000 and 2099.'
  return lengthOf({ from, to }) > MOST_DAYS ? `Choose at most ${MOST_DAYS} days at once.` : null
}

function CustomDays({ days, onShow }: { days: Days; onShow: (days: Days) => void }): ReactElement {
  const [selected, setSelected] = useState(days)
  const [tried, setTried] = useState(false)
  const problem = tried ? problemOf(selected) : null
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setTried(true)
    if (!problemOf(selected)) onShow(selected)
  }
  const field = (name: keyof Days, label: string): ReactElement => (
    <TextInput
      type="date"
      size="xs"
      label={label}
      value={selected[name]}
      aria-invalid={problem !== null}
      aria-describedby={problem ? 'period-problem' : undefined}
      onChange={(event) => setSelected({ ...selected, [name]: event.currentTarget.value })}
    />
  )
  return (
    <form className={classes.custom} onSubmit={submit} noValidate aria-label="Days of the period">
      {field('from', 'From')}
      {field('to', 'To, included')}
      <Button type="submit" size="xs">
        Show
      </Button>
      {problem && (
        <p id="period-problem" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

/** Which days the figures are of; the choice stands in the address. */
export function PeriodPicker({
  search,
  days,
  onChange,
}: {
  search: PeriodSearch
  days: Days
  onChange: (search: Partial<PeriodSearch>) => void
}): ReactElement {
  const custom = search.period === 'custom'
  return (
    <div className={classes.picker}>
      <div className={classes.presets} role="group" aria-label="Period">
        {PRESETS.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={search.period === name}
            onClick={() => onChange({ period: name, from: undefined, to: undefined })}
          >
            {label}
          </button>
        ))}
        <button
          type="button"
          aria-pressed={custom}
          onClick={() => onChange({ period: 'custom', ...days })}
        >
          Custom
        </button>
      </div>
      {custom && (
        <CustomDays
          key={`${days.from}${days.to}`}
          days={days}
          onShow={(range) => onChange(range)}
        />
      )}
    </div>
  )
}

/** What the figures are compared with; it stands in the address as well. */
export function CompareWith({
  compare,
  onChange,
}: {
  compare: Comparison
  onChange: (search: { compare: Comparison }) => void
}): ReactElement {
  return (
    <label className={classes.compare}>
      <span>Compare with</span>
      <select
        value={compare}
        onChange={(event) => onChange({ compare: comparison.parse(event.currentTarget.value) })}
      >
        {COMPARISONS.map((name) => (
          <option key={name} value={name}>
            {COMPARED[name]}
          </option>
        ))}
      </select>
    </label>
  )
}
