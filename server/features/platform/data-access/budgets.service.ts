import { formatNumber } from '../../../../contract/format.ts'
import { rolesInWords } from '../../../../contract/permission-words.ts'
import { budgetRule, type BudgetKind } from '../../../../contract/platform/rule-budgets.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import type { Role } from '../../../../contract/roles.ts'
import { dayOf, endOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { tellOthersWith } from '../notices/index.ts'
import { addRefusal, addUse, usedOf, type Counter } from './budgets.queries.ts'

const LINK = '/dashboard/manageadmin?show=data'

export type Use = {
  by: { staffId: number; name: string; role: Role }
  kind: BudgetKind
  amount: number
  at: Date
}
type Budgeting = Pick<Context, 'db' | 'rules'>

/** A refusal by a budget, which is counted once its own transaction is gone. */
class OverBudget extends AppError {}

/** What a role may use of a kind on one day. */
export function budgetOf(rules: Rules, kind: BudgetKind, role: Role): number {
  const rule = budgetRule(kind, role)
  return rule === null ? 0 : rules[rule]
}

/**
 * One transaction that takes `amount` from a person's budget of the day before anything else, so that
 * it waits for nothing of its own; at the budget it is refused and nothing is done.
 */
export async function withinBudget<T>(
  context: Budgeting,
  use: Use,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await transaction(context.db, async (tx) => {
      await take(tx, context, use)
      return work(tx)
    })
  } catch (error) {
    if (error instanceof OverBudget) await noteRefusal(context, use)
    throw error
  }
}

async function take(tx: Tx, { rules }: Budgeting, use: Use): Promise<void> {
  const { by, kind, amount, at } = use
  const inForce = rules.at(at)
  const budget = budgetOf(inForce, kind, by.role)
  const counter = counterOf(use)
  const used = await addUse(tx, counter, { amount, most: budget })
  if (used === null) throw overBudget(use, { budget, used: await usedOf(tx, counter) })
  await tellWhenMuch(tx, use, { used, budget, percent: inForce.budgetNoticePercent })
}

export const counterOf = ({ by, kind, at }: Pick<Use, 'by' | 'kind' | 'at'>): Counter => ({
  staffId: by.staffId,
  day: dayOf(at),
  kind,
})

type Level = { used: number; budget: number; percent: number }

/** Told by whoever passes the mark: one request alone does, as the counter's row is held. */
export async function tellWhenMuch(
  tx: Tx,
  use: Use,
  { used, budget, percent }: Level,
): Promise<void> {
  const before = used - use.amount
  const passed = (mark: number) => mark > 0 && before < mark && used >= mark
  const beyond = use.kind === 'people' && before <= budget && used > budget
  if (!beyond && !passed(Math.ceil((budget * percent) / 100))) return
  const words = beyond
    ? `${use.by.name} looked up more than ${WHAT.people(budget)} today, beyond the budget of the role.`
    : `${use.by.name} ${DID[use.kind]} ${WHAT[use.kind](used)} today, of ${formatNumber(budget)} that the role may.`
  await tell(tx, use, words)
}

const tell = (tx: Tx, { by, at }: Use, words: string) =>
  tellOthersWith(tx, by, 'staff.manage', { words, link: LINK, at })

const DID: Record<BudgetKind, string> = {
  reveals: 'revealed',
  rows: 'exported',
  people: 'looked up',
}
const counted = (one: string, many: string) => (value: number) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`
const WHAT: Record<BudgetKind, (value: number) => string> = {
  reveals: counted('value', 'values'),
  rows: counted('row', 'rows'),
  people: counted('person', 'people'),
}

function overBudget(
  { kind, amount, at }: Use,
  { budget, used }: { budget: number; used: number },
): AppError {
  const what = WHAT[kind]
  const verb = { reveals: 'reveals', rows: 'exports', people: 'looks up' }[kind]
  const asked = kind === 'rows' ? `, and this file has ${what(amount)}` : ''
  const words = `Your role ${verb} at most ${what(budget)} a day. You had ${formatNumber(used)} today${asked}. It begins again at midnight IST; if it cannot wait, ask ${rolesInWords('staff.manage')}.`
  const seconds = Math.ceil((endOfDay(dayOf(at)).getTime() - at.getTime()) / 1000)
  return new OverBudget('too_many', words, { retryAfterSeconds: Math.max(1, seconds) })
}

/** The first refusal of a day is told: whoever asks for more at once than a day allows passes no mark. */
async function noteRefusal({ db }: Budgeting, use: Use): Promise<void> {
  await transaction(db, async (tx) => {
    if ((await addRefusal(tx, counterOf(use))) > 1) return
    const words = `${use.by.name} was refused ${WHAT[use.kind](use.amount)}: the budget of the day is used.`
    await tell(tx, use, words)
  })
}
