import { useId, type ReactElement } from 'react'
import type { MonthRow } from '../../../../contract/money/settlements.ts'
import { formatNumber } from '../../../lib/format.ts'
import classes from './month-panel.module.css'
import { ageInWords } from './figures.ts'

const SHARE = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

type Part = { key: string; name: string; points: number; drawn: Record<string, unknown> }

/** The older, the fuller the colour. */
function partsOf(ages: MonthRow['ages'], held: number): Part[] {
  const parts: Part[] = ages.map((age, index) => ({
    key: String(age.from),
    name: ageInWords(age),
    points: age.points,
    drawn: { style: { '--share': `${Math.round(((index + 1) / ages.length) * 100)}%` } },
  }))
  return [
    ...parts,
    { key: 'held', name: 'Held, of any age', points: held, drawn: { 'data-held': true } },
  ]
}

/** What is owed by how long ago it was earned: a bar, and the same in numbers. */
export function Ages({ ages, held }: { ages: MonthRow['ages']; held: number }): ReactElement {
  const id = useId()
  const parts = partsOf(ages, held)
  const sum = parts.reduce((total, { points }) => total + points, 0)
  const shareOf = (points: number): number => (sum > 0 ? points / sum : 0)
  return (
    <div className={classes.ages}>
      <h3 id={id}>Outstanding points by their age</h3>
      <div className={classes.bar} aria-hidden>
        {parts
          .filter(({ points }) => points > 0)
          .map(({ key, points, drawn: { style, ...rest } }) => (
            <span
              key={key}
              className={classes.age}
              {...rest}
              style={{ ...(style as object), width: `${shareOf(points) * 100}%` }}
            />
          ))}
      </div>
      <table className={classes.table} aria-labelledby={id}>
        <tbody>
          {parts.map(({ key, name, points, drawn }) => (
            <tr key={key}>
              <th scope="row">
                <span className={`${classes.dot} ${classes.age}`} {...drawn} aria-hidden />
                {name}
              </th>
              <td>{formatNumber(points)}</td>
              <td>{`${SHARE.format(shareOf(points) * 100)} %`}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
