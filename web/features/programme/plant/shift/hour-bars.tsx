import type { ReactElement } from 'react'
import type { ShiftReport } from '../../../../../contract/programme/plant.ts'
import { formatNumber, formatTime } from '../../../../lib/format.ts'
import { useWords } from '../language.ts'
import { mostOf } from './shift-search.ts'
import { SHIFT_WORDS } from './shift-words.ts'
import classes from './shift.module.css'

/** Hour by hour as bars in a table: the bars for the eye, the numbers for everybody. */
export function HourBars({ hours }: { hours: ShiftReport['hours'] }): ReactElement {
  const words = useWords(SHIFT_WORDS)
  const most = mostOf(hours)
  const share = (count: number): string => `${(count / most) * 100}%`
  return (
    <section aria-labelledby="hours">
      <h2 id="hours">{words.byHour}</h2>
      <table className={classes.hours}>
        <thead>
          <tr>
            <th scope="col">{words.hour}</th>
            <td aria-hidden />
            <th scope="col" data-who="me">
              {words.me}
            </th>
            <th scope="col" data-who="plant">
              {words.plant}
            </th>
          </tr>
        </thead>
        <tbody>
          {hours.map(({ from, mine, plant }) => (
            <tr key={from}>
              <th scope="row">{formatTime(from)}</th>
              <td className={classes.bars} aria-hidden>
                <span>
                  <i data-who="me" style={{ width: share(mine.activated) }} />
                  <i data-who="plant" style={{ width: share(plant.activated - mine.activated) }} />
                </span>
              </td>
              <td data-strong>{formatNumber(mine.activated)}</td>
              <td>
                {formatNumber(plant.activated)}
                {plant.deactivated > 0 && <small>{words.off(plant.deactivated)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
