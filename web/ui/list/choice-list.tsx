import { TextInput } from '@mantine/core'
import { useId, useState, type ReactElement } from 'react'
import classes from './filter-bar.module.css'
import type { Choice } from '../../../contract/lists/query.ts'

/** From here on a list of choices gets a search of its own. */
const MANY = 9

/** Choices of which any number may be ticked, or only one. */
export function ChoiceList({
  label,
  choices,
  selected,
  one = false,
  onToggle,
}: {
  label: string
  choices: readonly Choice[] | undefined
  selected: readonly string[]
  one?: boolean
  /** What is chosen after a press, of what is chosen by then. */
  onToggle: (toggled: (selected: readonly string[]) => Choice[]) => void
}): ReactElement {
  const [search, setSearch] = useState('')
  const id = useId()
  if (!choices) return <p className={classes.hint}>One moment …</p>
  const wanted = search.trim().toLowerCase()
  const offered = choices.filter((choice) => choice.label.toLowerCase().includes(wanted))
  const toggle = (value: string): void =>
    onToggle((before) =>
      choices.filter(
        (choice) =>
          (!one && before.includes(String(choice.value))) !== (String(choice.value) === value),
      ),
    )
  return (
    <>
      {choices.length >= MANY && (
        <TextInput
          size="xs"
          aria-label={`Search in ${label}`}
          placeholder="Search"
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.choices} role="group" aria-label={label}>
        {offered.map(({ value, label }) => (
          <label key={value} className={classes.choice} htmlFor={`${id}${value}`}>
            <input
              id={`${id}${value}`}
              type={one ? 'radio' : 'checkbox'}
              name={one ? id : undefined}
              checked={selected.includes(String(value))}
              onChange={() => toggle(String(value))}
            />
            {label}
          </label>
        ))}
        {offered.length === 0 && <p className={classes.hint}>Nothing is called that.</p>}
      </div>
    </>
  )
}
