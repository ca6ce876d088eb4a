import type { ReactElement } from 'react'
import { ChoiceList } from './choice-list.tsx'
import { DaysField } from './days-field.tsx'
import { valuesOf } from './filter-values.ts'
import { NumberField } from './number-field.tsx'
import type { Change, Filter } from './types.ts'

/** The control of one filter, whatever its kind. */
export function FilterField({
  filter,
  query,
  onChange,
}: {
  filter: Filter
  query: Record<string, unknown>
  onChange: Change
}): ReactElement {
  switch (filter.kind) {
    case 'choices':
      return (
        <ChoiceList
          label={filter.label}
          choices={filter.choices}
          selected={valuesOf(query, filter.name)}
          one={filter.one}
          onToggle={(toggled) =>
            onChange((before) => {
              const selected = toggled(valuesOf(before, filter.name))
              return {
                [filter.name]: selected.length > 0 ? selected.map(({ value }) => value) : undefined,
              }
            })
          }
        />
      )
    case 'days':
      return (
        <DaysField
          label={filter.label}
          days={{ from: valuesOf(query, filter.from)[0], to: valuesOf(query, filter.to)[0] }}
          onChange={(days) =>
            onChange({
              ...('from' in days && { [filter.from]: days.from }),
              ...('to' in days && { [filter.to]: days.to }),
            })
          }
        />
      )
    case 'number':
      return (
        <NumberField
          label={filter.label}
          value={valuesOf(query, filter.name).map(Number)[0]}
          onChange={(value) => onChange({ [filter.name]: value })}
        />
      )
  }
}
