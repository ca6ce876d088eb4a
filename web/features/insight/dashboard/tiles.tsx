import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { TILES, type TileName } from '../../../../contract/insight/dashboard-figures.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { formatCount, formatNumber } from '../../../lib/format.ts'
import { changeOf, type Change } from './change.ts'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { RowsLink } from './rows-link.tsx'

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }
/** Rupees below which a percentage would mislead, in paise. */
const FEW_PAISE = 100_000

/** Said instead of a comparison. */
const NOTES: Partial<Record<TileName, string>> = {
  kycWaiting: 'Waiting now',
  paymentsFailing: 'To be paid again, now',
  heldForReview: 'Scans, now',
  batchesWaiting: 'For their approval, now',
}

function ChangeLine({ direction, words }: Change): ReactElement {
  const Arrow = ARROWS[direction]
  return (
    <span className={classes.change}>
      <Arrow size={14} stroke={2} aria-hidden />
      {words}
    </span>
  )
}

type TileFacts = Dashboard['tiles'][number] & { from: string; to: string }

function Tile({ name, value, before, from, to }: TileFacts): ReactElement {
  const tile = TILES[name]
  const unit = 'unit' in tile ? tile.unit : undefined
  const money = unit === 'paise'
  const change = changeOf({ value, before }, money ? { format: formatPaise, few: FEW_PAISE } : {})
  const capped = 'capped' in tile
  const shown = money
    ? formatPaise(value)
    : capped
      ? formatCount(value, COUNT_LIMIT)
      : formatNumber(value)
  return (
    <li>
      <RowsLink target={tile.target({ from, to })} className={classes.tile}>
        <span className={classes.label}>{tile.label}</span>
        <span className={classes.value}>
          {shown}
          {unit === 'points' && <small>{` ${unit}`}</small>}
        </span>
        {change ? (
          <ChangeLine {...change} />
        ) : (
          <span className={classes.change}>{NOTES[name] ?? ('now' in tile ? 'Now' : '')}</span>
        )}
      </RowsLink>
    </li>
  )
}

export function Tiles({ data }: { data: Dashboard }): ReactElement | null {
  const { tiles, from, to } = data
  if (tiles.length === 0) return null
  return (
    <ul className={classes.tiles} aria-label="Figures of the period" data-count={tiles.length}>
      {tiles.map((tile) => (
        <Tile key={tile.name} {...tile} from={from} to={to} />
      ))}
    </ul>
  )
}

export function TilesLoading({ count }: { count: number }): ReactElement | null {
  if (count === 0) return null
  return (
    <div className={classes.tiles} data-count={count} aria-hidden>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className={classes.tile}>
          <span className={classes.label}>
            <i className={classes.bone} />
          </span>
          <span className={classes.value}>
            <i className={classes.bone} data-large />
          </span>
          <span className={classes.change}>
            <i className={classes.bone} />
          </span>
        </div>
      ))}
    </div>
  )
}
