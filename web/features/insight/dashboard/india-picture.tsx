import type { ReactElement } from 'react'
import { STATES } from '../../../../contract/india.ts'
import { formatAmount } from '../../../lib/format.ts'
import classes from './dashboard.module.css'
import { INDIA_SHAPES, INDIA_VIEW_BOX } from './india-map.ts'

/** Shapes of the map that stand for more than one state: it was drawn before Ladakh was one. */
const TOGETHER: Record<string, readonly string[]> = { JK: ['JK', 'LA'] }
const SHADES = 5

/** From 0, nothing, to 5, the most: by the root, so that the middle can be told apart. */
export function shadeOf(credited: number, most: number): number {
  return credited === 0 ? 0 : Math.max(1, Math.ceil(Math.sqrt(credited / most) * SHADES))
}

/** India with each state the darker the more was credited there. The table beside it says the same. */
export function IndiaPicture({
  credited,
}: {
  credited: ReadonlyMap<number, number>
}): ReactElement {
  const shapes = INDIA_SHAPES.map(({ iso, d }) => {
    const states = STATES.filter((state) => (TOGETHER[iso] ?? [iso]).includes(state.iso))
    return {
      iso,
      d,
      name: states.map(({ name }) => name).join(' and '),
      count: states.reduce((sum, { id }) => sum + (credited.get(id) ?? 0), 0),
    }
  })
  const most = Math.max(...shapes.map(({ count }) => count))
  return (
    <figure className={classes.map}>
      <svg viewBox={INDIA_VIEW_BOX} role="img" aria-label="Map of India: credited scans by state">
        {shapes.map(({ iso, d, name, count }) => (
          <path key={iso} d={d} data-shade={shadeOf(count, most)}>
            <title>{`${name}: ${formatAmount(count, 'credited scan')}`}</title>
          </path>
        ))}
      </svg>
      <figcaption>
        <span className={classes.legend} aria-hidden>
          None
          {Array.from({ length: SHADES + 1 }, (_, shade) => (
            <i key={shade} data-shade={shade} />
          ))}
          Most
        </span>
        <span>
          {'Map: '}
          <a href="https://mapsvg.com/maps/india" rel="noreferrer" target="_blank">
            MapSVG
          </a>
          {', by way of @svg-maps/india, '}
          <a href="https://creativecommons.org/licenses/by/4.0/" rel="noreferrer" target="_blank">
            CC BY 4.0
          </a>
          , simplified.
        </span>
      </figcaption>
    </figure>
  )
}
