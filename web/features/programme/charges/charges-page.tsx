import { useSearch } from '@tanstack/react-router'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { chargeRate } from '../../../../contract/programme/charge-words.ts'
import { preloadList } from '../../../ui/list/list-options.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { SwitchLinks } from '../../../ui/switch-links.tsx'
import { catalogueOptions } from '../../people/catalogue/catalogue.ts'
import { CHARGE_COLUMNS, chargeSource } from './charges-list.tsx'
import { ruleChoicesOptions } from './rule-queries.ts'
import { RulesSide } from './rules-side.tsx'
import { ruleSource } from './rules-list.tsx'

const CHARGES = 'charges'

export function preloadCharges(queries: QueryClient, search: Record<string, unknown>): void {
  if (search.show === CHARGES) {
    preloadList(queries, chargeSource, search)
    void queries.prefetchQuery(ruleChoicesOptions())
    return
  }
  preloadList(queries, ruleSource, search)
  void queries.prefetchQuery(catalogueOptions())
}

/** Handling Charges: the rules with what each paid, and every charge with its scan. */
export function ChargesPage(): ReactElement {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const charges = search.show === CHARGES
  const sides = (
    <SwitchLinks
      label="Rules or charges"
      links={[
        { label: 'Rules', search: {}, current: !charges },
        { label: 'Charges', search: { show: CHARGES }, current: charges },
      ]}
    />
  )
  return charges ? <ChargesSide sides={sides} /> : <RulesSide sides={sides} />
}

function ChargesSide({ sides }: { sides: ReactElement }): ReactElement {
  const { data } = useQuery(ruleChoicesOptions())
  const rules = data?.items.map((rule) => ({
    value: rule.ruleId,
    label: `${rule.ruleId}: ${chargeRate(rule)}`,
  }))
  return (
    <ListPage
      source={chargeSource}
      title="Handling Charges"
      about="What each scan earned the retailer who handed the pack over."
      columns={CHARGE_COLUMNS}
      lookups={{ rule: rules }}
      notice={sides}
    />
  )
}
