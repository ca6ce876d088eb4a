import type { ReactElement } from 'react'
import type { SettlementDetail } from '../../../../contract/money/settlements.ts'
import { formatNumber } from '../../../lib/format.ts'
import { PageLink } from '../../../ui/page-link.tsx'
import classes from './settlement-drawer.module.css'
import { rupees } from './figures.ts'

/** What the retailers of the network earned by each rule. */
export function RuleCharges({ rules }: { rules: SettlementDetail['chargesByRule'] }): ReactElement {
  if (rules.length === 0) {
    return <p className={classes.none}>No retailer of this network earned a charge.</p>
  }
  const sum = (of: 'charges' | 'paise') => rules.reduce((total, rule) => total + rule[of], 0)
  return (
    <table className={classes.rules} aria-label="Handling charges by rule">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col" data-align="right">
            Charges
          </th>
          <th scope="col" data-align="right">
            Due
          </th>
        </tr>
      </thead>
      <tbody>
        {rules.map(({ ruleId, words, charges, paise }) => (
          <tr key={ruleId}>
            <th scope="row">
              <PageLink to="/dashboard/retailer-charges" search={{ open: String(ruleId) }}>
                {`Rule ${ruleId}`}
              </PageLink>
              <small>{words}</small>
            </th>
            <td data-align="right">{formatNumber(charges)}</td>
            <td data-align="right">{rupees(paise)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">In all</th>
          <td data-align="right">{formatNumber(sum('charges'))}</td>
          <td data-align="right">{rupees(sum('paise'))}</td>
        </tr>
      </tfoot>
    </table>
  )
}
