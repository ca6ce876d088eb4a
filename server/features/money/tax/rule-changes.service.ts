import type { z } from 'zod'
import { formatPaise } from '../../../../contract/money.ts'
import { PROGRAMME } from '../../../../contract/menu.ts'
import { PLANNED_DAYS, type RuleChangeState } from '../../../../contract/platform/rules.ts'
import type {
  proposeTaxRule,
  TaxRuleChange,
  TaxTerms,
} from '../../../../contract/money/tax-rules.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { tellOther, tellOthersWith } from '../../platform/notices/index.ts'
import * as queries from './rule-changes.queries.ts'
import { percent } from './tax-labels.ts'

const LINK = `${PROGRAMME}?show=tax`

type Changing = Pick<Context, 'db' | 'keys' | 'now'>
type Proposal = z.output<NonNullable<typeof proposeTaxRule.body>>
type Deciding = { changeId: string; note?: string | undefined }

/** Proposes a rule that begins tomorrow or later: a day that has begun keeps its rule. */
export async function proposeRule(
  context: Changing,
  by: StaffCaller,
  { terms, reason }: Proposal,
  origin: Origin,
): Promise<TaxRuleChange> {
  return transaction(context.db, async (tx) => {
    const at = context.now()
    const today = dayOf(at)
    if (terms.fromDay <= today) throw dayWrong('A rule begins tomorrow or later.')
    if (terms.fromDay > addDays(today, PLANNED_DAYS)) throw dayWrong('At most two years ahead.')
    const changeId = makeStaffChangeId(at.getTime())
    const change = { changeId, terms, reason, staffId: by.staffId, at }
    if (!(await queries.insertTaxChange(tx, change))) throw await notInserted(tx, terms.fromDay)
    const words = `${by.name} proposes a rule of tax from ${terms.fromDay}: ${inWords(terms)}`
    await tellOthersWith(tx, by, 'programme.approve', { words, link: LINK, at })
    return recorded(tx, context, by, { changeId, action: 'proposed', note: reason, at, origin })
  })
}

const dayWrong = (message: string) => invalidField('terms.fromDay', message)

async function notInserted(tx: Tx, fromDay: string): Promise<AppError> {
  const open = await queries.openTaxChange(tx, fromDay)
  if (!open) return new AppError('unavailable', 'This could not be written just now. Try again.')
  return new AppError(
    'conflict',
    `A rule from this day by ${open.proposedByName} waits for a decision. It must be approved, rejected or withdrawn first.`,
  )
}

const inWords = ({ rateBps, rateNoPanBps, thresholdPaise }: TaxTerms) =>
  `${percent(rateBps)}, without PAN ${percent(rateNoPanBps)}, above ${formatPaise(thresholdPaise)} in a year.`

/** Approves a rule that somebody else proposed, while its first day has not begun. */
export async function approveRule(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<TaxRuleChange> {
  return transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedById === by.staffId) throw notByYourself()
    const at = context.now()
    await refuseNoSecond(tx, by, [open.proposedById], at)
    if (open.fromDay <= dayOf(at)) {
      const message = `${open.fromDay} has begun, and a day keeps its rule. Reject this, and have a later day proposed.`
      throw new AppError('conflict', message)
    }
    await queries.putTaxRule(tx, open)
    return decide(tx, context, by, { changeId, action: 'approved', note: note || null, at, origin })
  })
}

export async function rejectRule(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<TaxRuleChange> {
  return transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedById === by.staffId) throw notByYourself()
    const at = context.now()
    return decide(tx, context, by, { changeId, action: 'rejected', note, at, origin })
  })
}

export async function withdrawRule(
  context: Changing,
  by: StaffCaller,
  changeId: string,
  origin: Origin,
): Promise<TaxRuleChange> {
  return transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedById !== by.staffId) {
      throw new AppError('conflict', `Only ${open.proposedByName} can withdraw this. Reject it.`)
    }
    const at = context.now()
    return decide(tx, context, by, { changeId, action: 'withdrawn', note: null, at, origin })
  })
}

function notByYourself(): AppError {
  return new AppError('conflict', 'You proposed this rule: somebody else must decide it.')
}

async function lockedOpen(tx: Tx, changeId: string): Promise<queries.FoundTaxChange> {
  const isThere = isId(changeId) && (await queries.lockTaxChange(tx, changeId))
  const found = isThere ? await queries.taxChangeById(tx, changeId) : undefined
  if (!found) throw notFound('This change')
  if (found.state === 'proposed') return found
  const { decidedByName, state } = found
  throw new AppError('conflict', `${decidedByName} has ${state} this rule already.`)
}

type Decision = {
  changeId: string
  action: RuleChangeState
  note: string | null
  at: Date
  origin: Origin
}

async function decide(tx: Tx, context: Changing, by: StaffCaller, decision: Decision) {
  const { changeId, action, note, at } = decision
  await queries.decideTaxChange(tx, changeId, { state: action, staffId: by.staffId, at, note })
  const decided = await recorded(tx, context, by, decision)
  const { proposedBy, fromDay } = decided
  const words = `Your rule of tax from ${fromDay} was ${action}: ${inWords(decided)}`
  await tellOther(tx, by, { staffId: proposedBy.staffId, words, link: LINK, at })
  return decided
}

/** The change as it stands now, with its row in the audit trail. */
async function recorded(
  tx: Tx,
  { keys }: Changing,
  by: StaffCaller,
  { changeId, action, note, at, origin }: Decision,
): Promise<TaxRuleChange> {
  const found = await queries.taxChangeById(tx, changeId)
  if (!found) throw notFound('This change')
  const { fromDay, section, form, paymentCode, thresholdPaise, rateBps, rateNoPanBps } = found
  const terms = { section, form, paymentCode, thresholdPaise, rateBps, rateNoPanBps }
  await writeAudit(tx, keys, {
    by,
    action: `tax-rule.${action}`,
    subject: 'tax-rule',
    subjectId: fromDay,
    after: { changeId, ...terms },
    reason: note ?? undefined,
    requestId: origin.requestId,
    at,
  })
  return toTaxChange(found)
}

/** Every rule there is, the newest first: what a programme file carries. */
export const taxTermsOf = (db: Db | Tx): Promise<TaxTerms[]> => queries.taxRules(db)

/** A stored change as the contract has it. */
export function toTaxChange(found: queries.FoundTaxChange): TaxRuleChange {
  const { proposedById, proposedByName, decidedById, decidedByName, ...change } = found
  return {
    ...change,
    proposedBy: { staffId: proposedById, name: proposedByName },
    proposedAt: found.proposedAt.toISOString(),
    decidedBy:
      decidedById === null || decidedByName === null
        ? null
        : { staffId: decidedById, name: decidedByName },
    decidedAt: found.decidedAt?.toISOString() ?? null,
  }
}
