import { memo, type ReactElement } from 'react'
import { paidOn, payoutsOf } from '../../../../contract/insight/dashboard-rows.ts'
import { monthTargets } from '../../../../contract/insight/dashboard-targets.ts'
import { formatPaise } from '../../../../contract/money.ts'
import { PAYMENT_STATE_NAMES } from '../../../../contract/money/payment-states.ts'
import { formatAmount, formatCompact, formatNumber } from '../../../lib/format.ts'
import { monthName } from '../../../lib/month.ts'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { StateTag } from '../../money/settlements/settlement-words.tsx'
import type { Dashboard } from './dashboard-queries.ts'
import classes from './dashboard.module.css'
import { DaysPanel, PAID_SERIES } from './days-panel.tsx'
import { Panel } from './panel.tsx'
import type { Days } from './period.ts'
import { RowsLink } from './rows-link.tsx'

type Payouts = NonNullable<Dashboard['payouts']>

/** What became of the payments that were begun in the period. */
export const PayoutsPanel = memo(function PayoutsPanel({
  payouts: { attempts, states },
  days,
}: {
  payouts: Payouts
  days: Days
}): ReactElement {
  return (
    <Panel title="Payouts begun in the period" half>
      {attempts === 0 ? (
        <p className={classes.nothing}>No payment was begun in this period.</p>
      ) : (
        <>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Stands</th>
                <th scope="col" data-number>
                  Payments
                </th>
                <th scope="col" data-number>
                  Net
                </th>
              </tr>
            </thead>
            <tbody>
              {states.map(({ state, attempts: count, netPaise }) => (
                <tr key={state}>
                  <th scope="row">
                    <RowsLink target={payoutsOf(days, state)} className={classes.name}>
                      {PAYMENT_STATE_NAMES[state]}
                    </RowsLink>
                  </th>
                  <td data-number>{formatNumber(count)}</td>
                  <td data-number>{formatPaise(netPaise)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className={classes.foot}>
            <RowsLink target={payoutsOf(days)} className={classes.name}>
              {`All ${formatAmount(attempts, 'payment')}`}
            </RowsLink>
          </p>
        </>
      )}
    </Panel>
  )
})

const inShort = (paise: number): string => `₹${formatCompact(paise / 100)}`

/** Rupees that arrived, by the day on which their payment was begun. */
export const PaidPanel = memo(function PaidPanel({ payouts }: { payouts: Payouts }): ReactElement {
  return (
    <DaysPanel
      title="Paid out over time"
      days={payouts.days}
      series={PAID_SERIES}
      format={formatPaise}
      short={inShort}
      targetOf={paidOn}
    />
  )
})

type Month = NonNullable<Dashboard['settlements']>[number]

function MonthRow({ month, state, distributors, chargePaise }: Month): ReactElement {
  return (
    <tr>
      <th scope="row">
        <RowsLink target={monthTargets(month)} className={classes.name}>
          {monthName(month)}
        </RowsLink>
      </th>
      <td data-number>{formatPaise(chargePaise)}</td>
      <td data-number>{formatNumber(distributors)}</td>
      <td>
        <StateTag state={state} />
      </td>
    </tr>
  )
}

/** How far each month's books with the distributors are. */
export const SettlementsPanel = memo(function SettlementsPanel({
  months,
}: {
  months: NonNullable<Dashboard['settlements']>
}): ReactElement {
  return (
    <Panel title="Settlements" wide>
      {months.length === 0 ? (
        <p className={classes.nothing}>No month is computed yet.</p>
      ) : (
        <ScrollRegion className={classes.across} label="Settlements by month">
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col" data-number>
                  Charges due
                </th>
                <th scope="col" data-number>
                  Distributors
                </th>
                <th scope="col">Stands</th>
              </tr>
            </thead>
            <tbody>
              {months.map((row) => (
                <MonthRow key={row.month} {...row} />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Panel>
  )
})
