import type { ReactElement } from 'react'
import { formatPaise } from '../../../../contract/money.ts'
import { formatNumber } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import classes from './rule-drawer.module.css'
import type { ChargeRuleDetail } from '../../../../contract/programme/charges.ts'

/** What a rule paid by the month in which it became due, with the length of a bar beside it. */
export function RuleMonths({ months }: Pick<ChargeRuleDetail, 'months'>): ReactElement {
  const most = Math.max(...months.map(({ paise }) => paise), 1)
  const sum = (of: 'charges' | 'paise') => months.reduce((total, row) => total + row[of], 0)
  return (
    <table className={classes.months}>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th aria-hidden className={classes.track} />
          <th scope="col" data-align="right">
            Charges
          </th>
          <th scope="col" data-align="right">
            Paid
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, charges, paise }) => (
          <tr key={month}>
            <td>{monthName(month)}</td>
            <td aria-hidden className={classes.track}>
              <span className={classes.bar} style={{ width: `${(paise / most) * 100}%` }} />
            </td>
            <td data-align="right">{formatNumber(charges)}</td>
            <td data-align="right">{formatPaise(paise)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td aria-hidden />
          <td data-align="right">{formatNumber(sum('charges'))}</td>
          <td data-align="right">{formatPaise(sum('paise'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
