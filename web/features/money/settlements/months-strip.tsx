import { IconLoader2 } from '@tabler/icons-react'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type MouseEvent, type ReactElement } from 'react'
import type { MonthRow } from '../../../../contract/money/settlements.ts'
import { formatAmount } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { stringifySearch } from '../../../lib/search.ts'
import { Tag } from '../../../ui/tag.tsx'
import { closingOf, signed } from './figures.ts'
import { StateTag } from './settlement-words.tsx'
import classes from './months-strip.module.css'

function monthLine({ figures, over }: MonthRow): string {
  if (!over) return 'It still runs'
  return figures ? `${signed(closingOf(figures))} points owed` : 'Not computed yet'
}

function MonthCard({
  row,
  current,
  onChoose,
}: {
  row: MonthRow
  current: boolean
  onChoose: (month: string) => void
}): ReactElement {
  const { pathname } = useLocation()
  const { month, computing, state, over, reopenAsked } = row
  const link = useRef<HTMLAnchorElement>(null)
  // A month of an old address may stand far to the right.
  useEffect(() => {
    if (current) link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  const click = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onChoose(month)
  }
  return (
    <a
      ref={link}
      href={pathname + stringifySearch({ month })}
      className={classes.card}
      aria-current={current ? 'page' : undefined}
      onClick={click}
    >
      <b>{monthName(month)}</b>
      <span className={classes.tags}>
        {computing ? (
          <Tag tone="blue" Picture={IconLoader2}>
            Computing
          </Tag>
        ) : over ? (
          <StateTag state={state} />
        ) : (
          <Tag tone="gray">Running</Tag>
        )}
      </span>
      <small>{monthLine(row)}</small>
      {reopenAsked > 0 && (
        <small>{`${formatAmount(reopenAsked, 'reopening', 'reopenings')} asked`}</small>
      )}
    </a>
  )
}

/** The months, newest first; which one is shown stands in the address. */
export function MonthsStrip({
  months,
  selected,
}: {
  months: readonly MonthRow[]
  selected: string
}): ReactElement {
  const navigate = useNavigate()
  const choose = (month: string): void => void navigate({ to: '.', search: { month } })
  return (
    <nav className={classes.strip} aria-label="Months">
      {months.map((row) => (
        <MonthCard key={row.month} row={row} current={row.month === selected} onChoose={choose} />
      ))}
    </nav>
  )
}

export function MonthsSkeleton(): ReactElement {
  return (
    <div className={classes.strip} role="status" aria-label="Loading">
      {Array.from({ length: 6 }, (_, card) => (
        <span key={card} className={classes.card} data-bone aria-hidden>
          <i />
          <i />
          <i />
        </span>
      ))}
    </div>
  )
}
