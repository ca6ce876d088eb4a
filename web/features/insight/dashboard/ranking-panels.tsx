import { memo, type ReactElement } from 'react'
import { scansOf, type RowsTarget } from '../../../../contract/insight/dashboard-rows.ts'
import { creditedOf } from '../../../../contract/insight/dashboard-targets.ts'
import { formatDay, formatNumber } from '../../../lib/format.ts'
import { RESULT_STYLES } from '../../programme/scans/scan-words.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import type { Days } from './period.ts'
import { RowsLink } from './rows-link.tsx'

type Ranked = { key: string; name: string; value: number; detail: string; target: RowsTarget }

/** Names with their figure and a bar as long as their share of the largest. */
function Ranking({ rows, nothing }: { rows: readonly Ranked[]; nothing: string }): ReactElement {
  const most = Math.max(1, ...rows.map(({ value }) => value))
  if (rows.length === 0) return <p className={classes.nothing}>{nothing}</p>
  return (
    <ol className={classes.ranking}>
      {rows.map(({ key, name, value, detail, target }) => (
        <li key={key}>
          <RowsLink target={target} className={classes.rank}>
            <span className={classes.name}>{name}</span>
            <span className={classes.rankValue}>
              <b>{formatNumber(value)}</b>
              <small>{detail}</small>
            </span>
            <i className={classes.bar} aria-hidden>
              <i style={{ width: `${(value / most) * 100}%` }} />
            </i>
          </RowsLink>
        </li>
      ))}
    </ol>
  )
}

/** A share as a person says it: `12 %`, `under 1 %`. */
function share(value: number, all: number): string {
  const percent = Math.round((value / all) * 100)
  return percent === 0 ? 'under 1 %' : `${percent} %`
}

export const ResultsPanel = memo(function ResultsPanel({
  results,
  days,
}: {
  results: NonNullable<Dashboard['results']>
  days: Days
}): ReactElement {
  const all = results.reduce((sum, { attempts }) => sum + attempts, 0)
  const rows = results.map(({ result, attempts }) => ({
    key: result,
    name: RESULT_STYLES[result].label,
    value: attempts,
    detail: share(attempts, all),
    target: scansOf(days, { result }),
  }))
  return (
    <Panel title="What scans came to" half>
      <Ranking rows={rows} nothing="No scan in this period." />
    </Panel>
  )
})

const points = (value: number): string => `${formatNumber(value)} points`

export const ProductsPanel = memo(function ProductsPanel({
  products,
  days,
}: {
  products: NonNullable<Dashboard['products']>
  days: Days
}): ReactElement {
  const rows = products.map((product) => ({
    key: String(product.productId),
    name: product.name,
    value: product.credited,
    detail: points(product.points),
    target: creditedOf(days, { product: product.productId }),
  }))
  return (
    <Panel title="Top products" half>
      <Ranking rows={rows} nothing="Nothing was credited in this period." />
    </Panel>
  )
})

export const PlantsPanel = memo(function PlantsPanel({
  plants,
  days,
}: {
  plants: NonNullable<Dashboard['plants']>
  days: Days
}): ReactElement {
  const rows = plants.map((plant) => ({
    key: String(plant.plantId),
    name: plant.name,
    value: plant.credited,
    detail: points(plant.points),
    target: creditedOf(days, { plant: plant.plantId }),
  }))
  return (
    <Panel title="Top plants" half>
      <Ranking rows={rows} nothing="Nothing was credited in this period." />
    </Panel>
  )
})

/** By the network a member belonged to at the scan. Counted once a day, of days that are over. */
export const DistributorsPanel = memo(function DistributorsPanel({
  distributors: { to, rows: found },
  days,
}: {
  distributors: NonNullable<Dashboard['distributors']>
  days: Days
}): ReactElement {
  if (to === null) {
    return (
      <Panel title="Top distributors" half>
        <p className={classes.nothing}>
          Counted once a day, after midnight: no day of this period is counted yet.
        </p>
      </Panel>
    )
  }
  const rows = found.map(({ distributorId, name, credited, points: gained }) => ({
    key: String(distributorId),
    name,
    value: credited,
    detail: points(gained),
    target: creditedOf({ ...days, to }, { distributor: distributorId }),
  }))
  return (
    <Panel title="Top distributors" half>
      <Ranking rows={rows} nothing="No member of a distributor scanned in this period." />
      {to < days.to && (
        <p className={classes.foot}>{`Counted up to ${formatDay(to)}, once a day.`}</p>
      )}
    </Panel>
  )
})
