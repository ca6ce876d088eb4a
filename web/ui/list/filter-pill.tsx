import { Popover } from '@mantine/core'
import { IconChevronDown, IconX } from '@tabler/icons-react'
import { useRef, useState, type ReactElement } from 'react'
import classes from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'
import { cleared, inWords, isSet } from './filter-values.ts'
import type { Change, Filter } from './types.ts'

/**
 * A filter as a chip that says what it is set to and opens its choices. What is changed while it is
 * open is one step back in the browser.
 */
export function FilterPill({
  filter,
  query,
  onChange,
}: {
  filter: Filter
  query: Record<string, unknown>
  onChange: Change
}): ReactElement {
  const [opened, setOpened] = useState(false)
  const changed = useRef(false)
  const set = isSet(filter, query)
  const toggle = (): void => {
    changed.current = false
    setOpened((before) => !before)
  }
  const change: Change = (changes) => {
    onChange(changes, { replace: changed.current })
    changed.current = true
  }
  const fixed = filter.kind === 'number' && filter.fromLink
  return (
    <div className={classes.pill} data-set={set || undefined}>
      <Popover
        opened={opened}
        onChange={setOpened}
        position="bottom-start"
        width={272}
        trapFocus
        returnFocus
        shadow="md"
      >
        <Popover.Target>
          <button type="button" onClick={toggle} disabled={fixed} className={classes.pillButton}>
            {filter.label}
            {set && <b>{inWords(filter, query)}</b>}
            {!fixed && <IconChevronDown size={14} stroke={1.8} aria-hidden />}
          </button>
        </Popover.Target>
        <Popover.Dropdown className={classes.dropdown} aria-label={filter.label}>
          <FilterField filter={filter} query={query} onChange={change} />
        </Popover.Dropdown>
      </Popover>
      {set && (
        <button
          type="button"
          className={classes.clear}
          aria-label={`Clear ${filter.label}`}
          onClick={() => onChange(cleared([filter]))}
        >
          <IconX size={14} stroke={1.8} aria-hidden />
        </button>
      )}
    </div>
  )
}
