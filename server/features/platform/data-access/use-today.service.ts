import type { dataUseToday } from '../../../../contract/platform/data-access.ts'
import { BUDGET_KINDS, budgetRule } from '../../../../contract/platform/rule-budgets.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { z } from 'zod'
import type { Context } from '../../../context.ts'
import { usesOf, type DayUse } from './budgets.queries.ts'

const SHOWN = 5

type Today = z.output<typeof dataUseToday.response>
type Person = Today['people'][number]

/** The people who used most of their budgets today, the nearest to a limit first. */
export async function useToday({
  db,
  rules,
  now,
}: Pick<Context, 'db' | 'rules' | 'now'>): Promise<Today> {
  const at = now()
  const inForce = rules.at(at)
  const byPerson = Map.groupBy(await usesOf(db, dayOf(at)), ({ staffId }) => staffId)
  const people = [...byPerson.values()].flatMap((uses) => personOf(uses, inForce) ?? [])
  const nearest = people.toSorted((one, other) => shareOf(other) - shareOf(one))
  return { noticePercent: inForce.budgetNoticePercent, people: nearest.slice(0, SHOWN) }
}

function personOf(found: readonly DayUse[], rules: Rules): Person | null {
  const [first] = found
  if (!first) return null
  const { staffId, name, role } = first
  const uses = BUDGET_KINDS.map((kind) => {
    const use = found.find((one) => one.kind === kind)
    const rule = budgetRule(kind, role)
    return {
      kind,
      amount: use?.amount ?? 0,
      refused: use?.refused ?? 0,
      budget: rule === null ? null : rules[rule],
    }
  })
  return { staffId, name, role, uses }
}

/** The largest share of a budget that somebody used; a budget of nothing is used by anything. */
const shareOf = ({ uses }: Person): number =>
  Math.max(...uses.map(({ amount, budget }) => amount / Math.max(budget ?? 0, 1)))
