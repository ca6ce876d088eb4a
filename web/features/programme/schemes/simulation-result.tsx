import type { ReactElement } from 'react'
import { stateName } from '../../../../contract/india.ts'
import { formatPaise } from '../../../../contract/money.ts'
import type { Simulation, SimulationResult } from '../../../../contract/programme/schemes.ts'
import { formatAmount, formatDay, formatNumber, formatWord } from '../../../lib/format.ts'
import { Facts } from '../../../ui/facts.tsx'
import { PageLink } from '../../../ui/page-link.tsx'
import { BudgetBar } from './budget-bar.tsx'
import { percentInWords } from './budget.ts'
import { EffectChart } from './effect-chart.tsx'
import { unbroken } from './sentence.ts'
import classes from './simulation.module.css'
import { SmallTable } from './small-table.tsx'
import { WarningNotes } from './warning-note.tsx'

const USERS = '/dashboard/users'

/** How the cost stands against the budget, in a sentence. */
export function againstBudget(result: SimulationResult, budget: number): string {
  const { points, withinBudget, spentOn } = result
  if (spentOn === null) return `${percentInWords({ spent: points, budget })} of the budget.`
  const missed = formatAmount(points - withinBudget, 'point')
  return `The budget would have been spent on ${formatDay(spentOn)}; ${missed} more were asked for.`
}

function wholeLife({ forWholeLife }: SimulationResult, budget: number) {
  const words = `About ${formatAmount(forWholeLife, 'point')}, if its days are like these`
  if (forWholeLife <= budget) return words
  const message = 'More than the budget: it would end before its last day.'
  return (
    <>
      {words}
      <WarningNotes field="budget" warnings={[{ field: 'budget', message }]} />
    </>
  )
}

function Tables({ result }: { result: SimulationResult }): ReactElement {
  const { states, products, memberKinds, topMembers } = result
  return (
    <>
      <SmallTable
        caption="By state"
        heads={['Points']}
        rows={states.map(({ id, points }) => ({
          key: String(id),
          name: stateName(id),
          values: [formatNumber(points)],
        }))}
      />
      <SmallTable
        caption="By product"
        heads={['Points']}
        rows={products.map(({ id, name, points }) => ({
          key: String(id),
          name,
          values: [formatNumber(points)],
        }))}
      />
      <SmallTable
        caption="By member type"
        heads={['Points']}
        rows={memberKinds.map(({ kind, points }) => ({
          key: kind,
          name: formatWord(kind),
          values: [formatNumber(points)],
        }))}
      />
      <SmallTable
        caption="Who would have earned the most"
        heads={['Scans', 'Points']}
        rows={topMembers.map(({ id, name, code, points, bonuses }) => ({
          key: String(id),
          name: (
            <>
              <PageLink to={USERS} search={{ open: String(id) }}>
                {name}
              </PageLink>
              <small className={classes.code}>{code}</small>
            </>
          ),
          values: [formatNumber(bonuses), formatNumber(points)],
        }))}
      />
    </>
  )
}

/** What a simulation found: the cost first, then who and where. */
export function SimulationFound({
  simulation: { fromDay, toDay },
  result,
  budget,
}: {
  simulation: Simulation
  result: SimulationResult
  budget: number
}): ReactElement {
  return (
    <>
      <div className={classes.cost}>
        <p>It would have given</p>
        <p className={classes.points}>
          <b>{formatAmount(result.points, 'point')}</b>
          <span>{formatPaise(result.costPaise)}</span>
        </p>
        <BudgetBar money={{ spent: result.points, budget }} />
        <p data-over={result.spentOn !== null || undefined}>
          {unbroken(againstBudget(result, budget))}
        </p>
      </div>
      <Facts
        facts={[
          ['Days played', `${formatDay(fromDay)} to ${formatDay(toDay)}`],
          ['Scans played', formatNumber(result.scans)],
          ['With a bonus', formatNumber(result.bonuses)],
          ['Members', formatNumber(result.members)],
          ['Its whole life', wholeLife(result, budget)],
        ]}
      />
      {result.points > 0 && <EffectChart days={result.days} />}
      <Tables result={result} />
    </>
  )
}
