import { memo, type ReactElement } from 'react'
import { formatNumber } from '../../lib/format.ts'
import { RESULT_LOOKS } from '../scans/scan-words.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { Panel } from './panel.tsx'
import type { Days } from './period.ts'
import { RowsLink, type RowsTarget } from './rows-link.tsx'
import { creditedOf, scansOf } from './targets.ts'

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

/** A share as a person says it: `12%`, `under 1%`. */
function share(value: number, all: number): string {
  const percent = Math.round((value / all) * 100)
  return percent === 0 ? 'under 1%' : `${percent}%`
}

export const ResultsPanel = memo(function ResultsPanel({
  results,
  days,
}: {
  results: Dashboard['results']
  days: Days
}): ReactElement {
  const all = results.reduce((sum, { attempts }) => sum + attempts, 0)
  const rows = results.map(({ result, attempts }) => ({
    key: result,
    name: RESULT_LOOKS[result].label,
    value: attempts,
    detail: share(attempts, all),
    target: scansOf(days, { result }),
  }))
  return (
    <Panel title="What scans came to">
      <Ranking rows={rows} nothing="No scan in this period." />
    </Panel>
  )
})

const points = (value: number): string => `${formatNumber(value)} points`

export const ProductsPanel = memo(function ProductsPanel({
  products,
  days,
}: {
  products: Dashboard['products']
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
    <Panel title="Top products">
      <Ranking rows={rows} nothing="Nothing was credited in this period." />
    </Panel>
  )
})

export const PlantsPanel = memo(function PlantsPanel({
  plants,
  days,
}: {
  plants: Dashboard['plants']
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
    <Panel title="Top plants">
      <Ranking rows={rows} nothing="Nothing was credited in this period." />
    </Panel>
  )
})
