import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react'
import type { ReactElement } from 'react'
import { formatAmount, formatDay, formatNumber } from '../../lib/format.ts'
import { changeOf, type Change, type Figure } from './change.ts'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { RowsLink, type RowsTarget } from './rows-link.tsx'
import {
  BALANCES,
  creditedOf,
  HELD,
  issuedOf,
  REFUSALS,
  scansOf,
  WAITING_BATCHES,
} from './targets.ts'

const ARROWS = { up: IconArrowUpRight, down: IconArrowDownRight, same: IconArrowRight }

type TileFacts = {
  label: string
  figure: Figure
  target: RowsTarget
  unit?: string
  /** Said instead of a comparison. */
  note?: string
}

function tilesOf({ from, to, tiles }: Dashboard): TileFacts[] {
  const days = { from, to }
  const { members } = tiles
  const joined = members.value - (members.before ?? members.value)
  return [
    { label: 'Scans', figure: tiles.attempts, target: scansOf(days) },
    { label: 'Credited', figure: tiles.credited, target: creditedOf(days) },
    {
      label: 'Refused',
      figure: tiles.refused,
      target: scansOf(days, { result: REFUSALS }),
    },
    { label: 'Points issued', figure: tiles.pointsIssued, target: issuedOf(days) },
    { label: 'Held for review', figure: tiles.heldForReview, target: HELD, note: 'Scans, now' },
    {
      label: 'Members',
      figure: members,
      target: BALANCES,
      note: `${formatAmount(joined, 'has', 'have')} joined since ${formatDay(from)}`,
    },
    {
      label: 'Liability',
      figure: tiles.liabilityPoints,
      target: BALANCES,
      unit: 'points',
      note: 'Members hold these points now',
    },
    {
      label: 'Batches waiting',
      figure: tiles.batchesWaiting,
      target: WAITING_BATCHES,
      note: 'For their approval, now',
    },
  ]
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

function Tile({ label, figure, target, unit, note }: TileFacts): ReactElement {
  const change = note ? null : changeOf(figure)
  return (
    <li>
      <RowsLink target={target} className={classes.tile}>
        <span className={classes.label}>{label}</span>
        <span className={classes.value}>
          {formatNumber(figure.value)}
          {unit && <small>{` ${unit}`}</small>}
        </span>
        {change ? <ChangeLine {...change} /> : <span className={classes.change}>{note}</span>}
      </RowsLink>
    </li>
  )
}

export function Tiles({ data }: { data: Dashboard }): ReactElement {
  return (
    <ul className={classes.tiles} aria-label="Figures of the period">
      {tilesOf(data).map((tile) => (
        <Tile key={tile.label} {...tile} />
      ))}
    </ul>
  )
}

export function TilesLoading(): ReactElement {
  return (
    <div className={classes.tiles} aria-hidden>
      {Array.from({ length: 8 }, (_, index) => (
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
