import { Button } from '@mantine/core'
import type { ReactElement, ReactNode, Ref } from 'react'
import classes from './filter-bar.module.css'
import { FilterPill } from './filter-pill.tsx'
import { cleared, isSet } from './filter-values.ts'
import { MoreFilters } from './more-filters.tsx'
import { SearchField } from './search-field.tsx'
import type { Change, Filter, ListQuery } from './types.ts'

const isFromLink = (filter: Filter): boolean => filter.kind === 'number' && filter.fromLink === true

/** Search and filters of a list; all of it stands in the address. */
export function FilterBar({
  searchRef,
  searchLabel,
  searchError,
  filters,
  query,
  onChange,
  children,
}: {
  searchRef: Ref<HTMLInputElement>
  /** Left out where a list has no search. */
  searchLabel: string | undefined
  searchError: string | undefined
  filters: readonly Filter[]
  query: ListQuery
  onChange: Change
  children?: ReactNode
}): ReactElement {
  const shown = filters.filter((filter) => filter.primary || isSet(filter, query))
  const others = filters.filter((filter) => !shown.includes(filter) && !isFromLink(filter))
  const some = filters.some((filter) => isSet(filter, query)) || query.q !== undefined
  return (
    <div className={classes.bar}>
      {searchLabel !== undefined && (
        <SearchField
          ref={searchRef}
          label={searchLabel}
          value={query.q ?? ''}
          error={searchError}
          onSearch={(q) => onChange({ q })}
        />
      )}
      <div className={classes.pills}>
        {shown.map((filter) => (
          <FilterPill key={filter.label} filter={filter} query={query} onChange={onChange} />
        ))}
        {others.length > 0 && <MoreFilters filters={others} query={query} onChange={onChange} />}
        {some && (
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => onChange({ q: undefined, ...cleared(filters) })}
          >
            Clear all
          </Button>
        )}
      </div>
      <div className={classes.end}>{children}</div>
    </div>
  )
}
