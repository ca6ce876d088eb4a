import { Button, Popover } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useId, type ReactElement } from 'react'
import classes from './view-menu.module.css'
import type { Column } from './types.ts'
import type { View } from './use-view.ts'

export type Order = { value: string; label: string }

function Radios({
  legend,
  options,
  value,
  onChange,
}: {
  legend: string
  options: readonly Order[]
  value: string
  onChange: (value: string) => void
}): ReactElement {
  const name = useId()
  return (
    <fieldset className={classes.set}>
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}

const DENSITIES = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
]

/** How the list looks: its order and, where it has columns, its density and its columns. */
export function ViewMenu<Row>({
  all,
  view,
  orders,
  sort,
  onSort,
}: {
  all: readonly Column<Row>[]
  view: View<Row>
  orders: readonly Order[]
  sort: string
  onSort: (sort: string) => void
}): ReactElement {
  return (
    <Popover position="bottom-end" width={240} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <Button
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.8} aria-hidden />}
        >
          View
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.menu} aria-label="View">
        <Radios legend="Order" options={orders} value={sort} onChange={onSort} />
        {all.length > 0 && (
          <>
            <Radios
              legend="Density"
              options={DENSITIES}
              value={view.compact ? 'compact' : 'comfortable'}
              onChange={(density) => view.setCompact(density === 'compact')}
            />
            <fieldset className={classes.set}>
              <legend>Columns</legend>
              {all.slice(1).map((column) => (
                <label key={column.key}>
                  <input
                    type="checkbox"
                    checked={view.isShown(column)}
                    onChange={() => view.toggle(column)}
                  />
                  {column.header}
                </label>
              ))}
            </fieldset>
            <Button variant="subtle" size="compact-sm" onClick={view.reset}>
              Reset
            </Button>
            <p className={classes.failing} role="status">
              {view.failing &&
                'The server does not take this for the moment. It is kept here and sent again.'}
            </p>
          </>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
