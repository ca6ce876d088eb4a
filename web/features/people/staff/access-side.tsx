import { queryOptions, useQuery } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { BUDGET_NAMES } from '../../../../contract/access-words.ts'
import {
  dataUseToday,
  LOOKUPS_KEPT_DAYS,
  type BudgetUse,
} from '../../../../contract/platform/data-access.ts'
import { ROLE_NAMES } from '../../../../contract/roles.ts'
import { BUDGET_KINDS } from '../../../../contract/platform/rule-budgets.ts'
import { call } from '../../../lib/api.ts'
import { formatNumber } from '../../../lib/format.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ScrollRegion } from '../../../ui/scroll-region.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { ACCESS_COLUMNS, accessSource } from './access-list.tsx'
import classes from './access.module.css'
import { activityWordsOptions } from './account-queries.ts'

export const todayOptions = () =>
  queryOptions({
    queryKey: [accessSource.name, 'today'],
    queryFn: ({ signal }) => call(dataUseToday, { signal }),
  })

/** What somebody used of a budget; from the share of a notice on it says how much that is. */
function Use({ use, noticePercent }: { use: BudgetUse; noticePercent: number }): ReactElement {
  const { kind, amount, budget, refused } = use
  if (budget === null) {
    return (
      <td className={classes.none} data-label={BUDGET_NAMES[kind]}>
        —
      </td>
    )
  }
  const percent = budget === 0 ? 100 : Math.floor((amount / budget) * 100)
  const much = amount > 0 && percent >= noticePercent
  const notes = [much && `${percent} %`, refused > 0 && `${formatNumber(refused)} refused`]
    .filter(Boolean)
    .join(' · ')
  return (
    <td data-label={BUDGET_NAMES[kind]} data-much={much || refused > 0 || undefined}>
      {`${formatNumber(amount)} of ${formatNumber(budget)}`}
      {notes && <small>{notes}</small>}
    </td>
  )
}

/** The most active people of today against their budgets. */
function Today(): ReactElement | null {
  const { data } = useQuery(todayOptions())
  if (!data || data.people.length === 0) return null
  return (
    <section className={classes.today} aria-labelledby="use-today">
      <h2 id="use-today">Today, nearest to a budget first</h2>
      <ScrollRegion label="Budgets of today" className={classes.scroll}>
        <table>
          <thead>
            <tr>
              <th scope="col">Who</th>
              {BUDGET_KINDS.map((kind) => (
                <th key={kind} scope="col">
                  {BUDGET_NAMES[kind]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.people.map(({ staffId, name, role, uses }) => (
              <tr key={staffId}>
                <th scope="row">
                  <PageLink to="/dashboard/manageadmin" search={{ show: 'data', staff: staffId }}>
                    {name}
                  </PageLink>
                  <small>{ROLE_NAMES[role]}</small>
                </th>
                {uses.map((use) => (
                  <Use key={use.kind} use={use} noticePercent={data.noticePercent} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </section>
  )
}

/** Manage Admin, who looked at what. */
export function AccessSide({ sides }: { sides: ReactElement }): ReactElement {
  const { data } = useQuery(activityWordsOptions())
  return (
    <ListPage
      source={accessSource}
      title="Manage Admin"
      about={`Who revealed, exported, opened and searched what. Members opened and searches stand here for ${LOOKUPS_KEPT_DAYS} days, once a day each; what was searched for is not kept.`}
      columns={ACCESS_COLUMNS}
      lookups={{
        staff: data?.people.map(({ staffId, name }) => ({ value: staffId, label: name })),
      }}
      notice={
        <>
          {sides}
          <Today />
        </>
      }
    />
  )
}
