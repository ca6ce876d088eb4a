import type { z } from 'zod'
import {
  readValue,
  ruleOf,
  sentenceOf,
  type RuleKey,
  type RuleValue,
} from '../../../../contract/platform/rule-definitions.ts'
import {
  PLANNED_DAYS,
  type proposeRuleChange,
  type RuleChange,
  type RuleChangeState,
} from '../../../../contract/platform/rules.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { writeAudit } from '../audit/index.ts'
import { refuseNoSecond } from '../permissions/index.ts'
import { tellOther, tellOthersWith } from '../notices/index.ts'
import { refuseLost } from './table-changes.service.ts'
import { RULES_LINK, toChange } from './rule-words.ts'
import * as queries from './rules.queries.ts'

/** Clocks differ: a moment that is over by less is taken for now. */
const TOLERANCE_MS = 60_000
const DAY_MS = 86_400_000

type Asked = z.output<NonNullable<typeof proposeRuleChange.body>> & { rule: RuleKey }
type Proposal = Asked & { value: RuleValue }
type Changing = Pick<Context, 'db' | 'keys' | 'now' | 'rules'>

/**
 * Proposes a new value of a rule. One that needs no second person is in force at once; any other
 * waits for somebody else, as long as no other change of the rule does.
 */
export async function propose(
  context: Changing,
  by: StaffCaller,
  asked: Asked,
  origin: Origin,
): Promise<RuleChange> {
  const changeId = await transaction(context.db, async (tx) => {
    const at = context.now()
    const fromAt = momentOf(asked, at)
    const proposal = { ...asked, value: valueOf(asked) }
    refuseSame(context, proposal, fromAt ?? at)
    const { rule, value, reason, seen } = proposal
    const needsTwo = ruleOf(rule).twoPeople
    const id = await insert(tx, { rule, value, reason, fromAt, needsTwo, staffId: by.staffId, at })
    await refuseLost(tx, context, { rule, value, seen, from: fromAt ?? at })
    await audit(tx, context, by, { action: 'proposed', changeId: id, at, note: reason, origin })
    if (needsTwo) await tellApprovers(tx, by, proposal, at)
    else await approve(tx, context, by, { changeId: id, at, note: null, origin })
    return id
  })
  return after(context, changeId)
}

/** From when the change is to hold; null: as soon as it is approved. */
function momentOf({ fromAt }: Asked, at: Date): Date | null {
  if (!fromAt) return null
  const moment = new Date(fromAt)
  if (moment.getTime() < at.getTime() - TOLERANCE_MS) {
    throw invalidField('fromAt', 'This moment is over. Choose a later one.')
  }
  if (moment.getTime() > at.getTime() + PLANNED_DAYS * DAY_MS) {
    throw invalidField('fromAt', 'At most two years ahead.')
  }
  return moment
}

/** What came in as a value of the rule; refused with a sentence for each part that is wrong. */
function valueOf({ rule, value: given }: Asked): RuleValue {
  const { value, faults } = readValue(rule, given)
  if (faults === null) return value
  const [first = 'This cannot be the value.'] = Object.values(faults)
  throw new AppError('invalid', first, { fields: faults })
}

function refuseSame({ rules }: Changing, { rule, value }: Proposal, from: Date): void {
  if (canonicalJson(rules.at(from)[rule]) === canonicalJson(value)) {
    throw invalidField('value', `This is the value already: ${sentenceOf(rule, value)}`)
  }
}

async function insert(tx: Tx, change: Omit<queries.NewChange, 'changeId'>): Promise<string> {
  const changeId = makeStaffChangeId(change.at.getTime())
  if (await queries.insertChange(tx, { ...change, changeId })) return changeId
  const open = await queries.openChangeOf(tx, change.rule)
  if (!open) throw new AppError('unavailable', 'This could not be written just now. Try again.')
  throw new AppError(
    'conflict',
    `A change of this rule by ${open.proposedByName} waits for a decision. It must be approved, rejected or withdrawn first.`,
  )
}

async function tellApprovers(tx: Tx, by: StaffCaller, { rule, value }: Proposal, at: Date) {
  const { label } = ruleOf(rule)
  const words = `${by.name} proposes a change of “${label}”: ${sentenceOf(rule, value)}`
  await tellOthersWith(tx, by, 'programme.approve', { words, link: RULES_LINK, at })
}

type Deciding = { changeId: string; note?: string | undefined }

/** Approves a change that somebody else proposed: it holds from its moment, and never from before now. */
export async function approveChange(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<RuleChange> {
  await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.needsTwo && open.proposedById === by.staffId) throw notByYourself()
    const at = context.now()
    if (open.needsTwo) await refuseNoSecond(tx, by, [open.proposedById], at)
    await approve(tx, context, by, { changeId, at, note: note || null, origin })
    await tellMaker(tx, by, open, { state: 'approved', at })
  })
  return after(context, changeId)
}

/** Rejects a change that somebody else proposed. */
export async function rejectChange(
  context: Changing,
  by: StaffCaller,
  { changeId, note = '' }: Deciding,
  origin: Origin,
): Promise<RuleChange> {
  await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedById === by.staffId) throw notByYourself()
    const at = context.now()
    const decision = { state: 'rejected' as const, staffId: by.staffId, at, note, holdsFrom: null }
    await queries.decideChange(tx, changeId, decision)
    await tellMaker(tx, by, open, { state: 'rejected', at })
    await audit(tx, context, by, { action: 'rejected', changeId, at, note, origin })
  })
  return after(context, changeId)
}

/** Takes back a change of one's own while nobody has decided it. */
export async function withdrawChange(
  context: Changing,
  by: StaffCaller,
  changeId: string,
  origin: Origin,
): Promise<RuleChange> {
  await transaction(context.db, async (tx) => {
    const open = await lockedOpen(tx, changeId)
    if (open.proposedById !== by.staffId) {
      throw new AppError('conflict', `Only ${open.proposedByName} can withdraw this. Reject it.`)
    }
    const at = context.now()
    const { staffId } = by
    const decision = { state: 'withdrawn' as const, staffId, at, note: null, holdsFrom: null }
    await queries.decideChange(tx, changeId, decision)
    await audit(tx, context, by, { action: 'withdrawn', changeId, at, note: null, origin })
  })
  return after(context, changeId)
}

function notByYourself(): AppError {
  return new AppError('conflict', 'You proposed this change: somebody else must decide it.')
}

async function lockedOpen(tx: Tx, changeId: string): Promise<queries.FoundChange> {
  const isThere = isId(changeId) && (await queries.lockChange(tx, changeId))
  const found = isThere ? await queries.changeById(tx, changeId) : undefined
  if (!found) throw notFound('This change')
  if (found.state === 'proposed') return found
  const { decidedByName, state } = found
  throw new AppError('conflict', `${decidedByName} has ${state} this change already.`)
}

type Decided = { changeId: string; at: Date; note: string | null; origin: Origin }

async function approve(tx: Tx, context: Changing, by: StaffCaller, decided: Decided) {
  const { changeId, at, note } = decided
  const { rule, value, fromAt } = toChange(await storedChange(tx, changeId))
  const { faults } = readValue(rule, value)
  if (faults) {
    const [fault] = Object.values(faults)
    throw new AppError('conflict', `This value is no longer possible. ${fault}`)
  }
  const holdsFrom = fromAt !== null && new Date(fromAt) > at ? new Date(fromAt) : at
  await refuseLost(tx, context, { rule, value, from: holdsFrom })
  const decision = { state: 'approved' as const, staffId: by.staffId, at, note, holdsFrom }
  await queries.decideChange(tx, changeId, decision)
  await audit(tx, context, by, { action: 'approved', ...decided })
}

async function storedChange(tx: Tx, changeId: string): Promise<queries.FoundChange> {
  const found = await queries.changeById(tx, changeId)
  if (!found) throw notFound('This change')
  return found
}

async function tellMaker(
  tx: Tx,
  by: StaffCaller,
  open: queries.FoundChange,
  { state, at }: { state: RuleChangeState; at: Date },
): Promise<void> {
  const { rule, value, proposedBy } = toChange(open)
  const words = `Your change of “${ruleOf(rule).label}” was ${state}: ${sentenceOf(rule, value)}`
  await tellOther(tx, by, { staffId: proposedBy.staffId, words, link: RULES_LINK, at })
}

async function audit(
  tx: Tx,
  { keys }: Changing,
  by: StaffCaller,
  { action, changeId, at, note, origin }: Decided & { action: RuleChangeState },
): Promise<void> {
  const { rule, value, fromAt, holdsFrom } = toChange(await storedChange(tx, changeId))
  await writeAudit(tx, keys, {
    by,
    action: `rule.${action}`,
    subject: 'rule',
    subjectId: rule,
    after: { changeId, value, fromAt, ...(holdsFrom && { holdsFrom }) },
    reason: note ?? undefined,
    requestId: origin.requestId,
    at,
  })
}

/** What was committed, known to this process before it answers. */
async function after({ db, rules }: Changing, changeId: string): Promise<RuleChange> {
  await rules.reload()
  const found = await queries.changeById(db, changeId)
  if (!found) throw notFound('This change')
  return toChange(found)
}
