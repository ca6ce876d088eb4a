import { Popover } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react'
import { useState, type ReactElement } from 'react'
import classes from './filter-bar.module.css'
import { FilterField } from './filter-field.tsx'
import type { Change, Filter, ListQuery } from './types.ts'

/** The filters that are used less: first which one, then its choices. Once set it is a chip. */
export function MoreFilters({
  filters,
  query,
  onChange,
}: {
  filters: readonly Filter[]
  query: ListQuery
  onChange: Change
}): ReactElement {
  const [opened, setOpened] = useState(false)
  const [selected, setSelected] = useState<string | null>(null)
  const filter = filters.find(({ label }) => label === selected)
  const toggle = (): void => {
    setSelected(null)
    setOpened((before) => !before)
  }
  return (
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
        <button type="button" className={classes.more} aria-label="More filters" onClick={toggle}>
          <IconPlus size={14} stroke={1.8} aria-hidden />
          More
        </button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown} aria-label="More filters">
        {filter ? (
          <>
            <button type="button" className={classes.back} onClick={() => setSelected(null)}>
              <IconChevronLeft size={14} stroke={1.8} aria-hidden />
              {filter.label}
            </button>
            <FilterField filter={filter} query={query} onChange={onChange} />
          </>
        ) : (
          filters.map(({ label }) => (
            <button
              key={label}
              type="button"
              className={classes.offer}
              onClick={() => setSelected(label)}
            >
              {label}
              <IconChevronRight size={14} stroke={1.8} aria-hidden />
            </button>
          ))
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
