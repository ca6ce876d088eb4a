import type { DisputeDetail, DisputeOutcome } from '../../../../contract/desk/disputes.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import {
  lockedEnquiry,
  type LockedEnquiry,
  resolveWith,
  tellInThread,
  tellMember,
} from '../enquiries/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { keepOutOfRecord, lockedMember, type LockedMember } from '../../people/members/index.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { moveCredit } from '../../programme/scans/index.ts'
import { disputeNamed, factsOf, getDispute, whyNotDecide, type Facts } from './detail.service.ts'
import { claimantAnswer, takenBack } from './dispute-messages.ts'
import { addresseeOf, type Dispute, lockDispute, saveDispute } from '../dispute-records/index.ts'

type By = { caller: StaffCaller; enquiryId: string; origin: Origin }
type Locked = { enquiry: LockedEnquiry; dispute: Dispute; facts: Facts; at: Date }

const points = (count: number) =>
  `${count.toLocaleString('en-IN')} ${count === 1 ? 'point' : 'points'}`
const DAY = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
})

/**
 * The dispute and all that its words and effect depend on, locked: members by number, the enquiry, the
 * dispute. Words that name one of the two are refused: they stay when that member is erased.
 */
async function locked(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  { enquiryId }: By,
  words: { field: string; text: string },
): Promise<Locked> {
  refuseNumbers(words.field, words.text)
  const { firstMemberId, claimantId } = await disputeNamed(tx, enquiryId)
  const members: LockedMember[] = []
  for (const memberId of [firstMemberId, claimantId].toSorted((a, b) => a - b)) {
    members.push(await lockedMember(tx, memberId))
  }
  for (const member of members) keepOutOfRecord(member, words.text, words.field)
  const enquiry = await lockedEnquiry(tx, enquiryId)
  const dispute = await lockDispute(tx, enquiryId)
  if (!dispute) throw new Error(`Dispute ${enquiryId} went away.`)
  refuseDecided(dispute)
  return { enquiry, dispute, facts: await factsOf(tx, dispute), at: now() }
}

function refuseDecided({ state, approver, decidedAt }: Dispute): void {
  if (!decidedAt) return
  const what = state === 'moved' ? 'to move the points' : 'to keep the points where they were'
  throw new AppError(
    'conflict',
    `${approver ?? 'Somebody'} has decided this already (${DAY.format(decidedAt)}): ${what}. Nothing was changed.`,
  )
}

function refuseImpossible(outcome: DisputeOutcome, { effect: { whyNot } }: Facts): void {
  if (outcome === 'move' && whyNot !== null) throw new AppError('conflict', whyNot)
}

/** Codes only: what is written here of the one stays in the thread of the other. */
function outcomeWords(outcome: DisputeOutcome, { first, claimant, effect }: Facts): string {
  return outcome === 'move'
    ? `take ${points(effect.takes)} from ${first.memberCode} and give ${points(effect.gives)} to ${claimant.memberCode}`
    : `keep the points with ${first.memberCode}`
}

/** Proposes an outcome, with the reason; it takes the place of what was proposed before. */
export async function proposeDispute(
  context: Context,
  by: By,
  { outcome, reason }: { outcome: DisputeOutcome; reason: string },
): Promise<DisputeDetail> {
  const { staffId, role, name } = by.caller
  await transaction(context.db, async (tx) => {
    const { dispute, facts, at } = await locked(context, tx, by, { field: 'reason', text: reason })
    refuseImpossible(outcome, facts)
    await saveDispute(tx, by.enquiryId, {
      state: 'proposed',
      outcome,
      reason,
      proposed_by: staffId,
      proposed_at: at,
    })
    const event = `${name} proposed to ${outcomeWords(outcome, facts)}: ${reason}`
    await tellInThread(tx, by.enquiryId, { staffId, at, event })
    await writeAudit(tx, context.keys, {
      by: { staffId, role },
      action: 'dispute.proposed',
      subject: 'dispute',
      subjectId: by.enquiryId,
      before: { number: dispute.number, state: dispute.state, outcome: dispute.outcome },
      after: { state: 'proposed', outcome },
      reason,
      requestId: by.origin.requestId,
      at,
    })
  })
  return getDispute(context, by.caller, by.enquiryId)
}

type Decision = { agree: boolean; outcome: DisputeOutcome; note: string }

/**
 * Another person than the proposer agrees, and what was proposed is done in the same transaction; or
 * sends the proposal back. Refused where the proposal is no longer the one that was read.
 */
export async function decideDispute(
  context: Context,
  by: By,
  { agree, outcome, note }: Decision,
): Promise<DisputeDetail> {
  const decided = await transaction(context.db, async (tx) => {
    const state = await locked(context, tx, by, { field: 'note', text: note })
    const whyNot = whyNotDecide(state.dispute, by.caller)
    if (whyNot !== null) throw new AppError('conflict', whyNot)
    if (state.dispute.outcome !== outcome) {
      const message = 'Another outcome was proposed meanwhile. Read it, then decide.'
      throw new AppError('conflict', message)
    }
    if (!agree) {
      await tellProposer(tx, by, state, 'sent back')
      await sendBack(tx, context, by, { ...state, note })
      return null
    }
    await refuseNoSecond(tx, by.caller, [state.dispute.proposedBy], state.at)
    refuseImpossible(outcome, state.facts)
    await tellProposer(tx, by, state, 'agreed to')
    await carryOut(tx, context, by, { ...state, outcome, note })
    return state.facts
  })
  if (decided) {
    tellMember(context, by.enquiryId, 'resolved')
    if (outcome === 'move') tellFirst(context, decided)
  }
  return getDispute(context, by.caller, by.enquiryId)
}

async function tellProposer(
  tx: Tx,
  { caller, enquiryId }: By,
  { dispute: { number, proposedBy }, at }: Locked,
  done: string,
): Promise<void> {
  const words = `Your proposal in the dispute ${number} was ${done}.`
  const link = `/dashboard/enquiry?open=${enquiryId}`
  await tellOther(tx, caller, { staffId: proposedBy, words, link, at })
}

async function sendBack(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller: { staffId, role, name }, enquiryId, origin }: By,
  { dispute, at, note }: Locked & { note: string },
): Promise<void> {
  await saveDispute(tx, enquiryId, {
    state: 'open',
    outcome: null,
    reason: null,
    proposed_by: null,
    proposed_at: null,
  })
  const event = `${name} did not agree, and sent the proposal back: ${note}`
  await tellInThread(tx, enquiryId, { staffId, at, event })
  await writeAudit(tx, keys, {
    by: { staffId, role },
    action: 'dispute.sent-back',
    subject: 'dispute',
    subjectId: enquiryId,
    before: { number: dispute.number, state: dispute.state, outcome: dispute.outcome },
    after: { state: 'open' },
    reason: note,
    requestId: origin.requestId,
    at,
  })
}

type Outcome = Locked & { outcome: DisputeOutcome; note: string }

async function carryOut(
  tx: Tx,
  { keys, rules }: Pick<Context, 'keys' | 'rules'>,
  { caller: { staffId, role, name }, enquiryId, origin }: By,
  { enquiry, dispute, facts, at, outcome, note }: Outcome,
): Promise<void> {
  const movedScanId = outcome === 'move' ? await move(tx, facts, { staffId, at }) : null
  const state = outcome === 'move' ? ('moved' as const) : ('kept' as const)
  await saveDispute(tx, enquiryId, {
    state,
    note,
    decided_by: staffId,
    decided_at: at,
    moved_scan_id: movedScanId,
  })
  const { batchId, serial } = dispute
  const told = await addresseeOf(tx, dispute.claimantId)
  const about = { batchId, serial, points: facts.effect.gives }
  const after = await resolveWith(tx, { rules }, enquiry, {
    staffId,
    at,
    answer: claimantAnswer(state, about, told?.language ?? 'en'),
    event: `${name} agreed to ${outcomeWords(outcome, facts)}: ${note}`,
  })
  await writeAudit(tx, keys, {
    by: { staffId, role },
    action: 'dispute.decided',
    subject: 'dispute',
    subjectId: enquiryId,
    before: { number: dispute.number, state: dispute.state, enquiry: enquiry.state },
    after: { state, enquiry: after.state, ...effectOf(facts, movedScanId) },
    reason: note,
    requestId: origin.requestId,
    at,
  })
}

async function move(
  tx: Tx,
  { dispute, effect }: Facts,
  { staffId, at }: { staffId: number; at: Date },
): Promise<string> {
  const { firstMemberId, firstScanId, claimantId, claimantScanId, number } = dispute
  const scanId = await moveCredit(tx, {
    review: {
      memberId: firstMemberId,
      scanId: firstScanId,
      staffId,
      reason: `Dispute ${number}: ${dispute.reason ?? ''}`,
      at,
    },
    to: { memberId: claimantId, attemptId: claimantScanId, points: effect.gives },
  })
  if (scanId !== null) return scanId
  const message = 'The scan was reversed by somebody at this moment. Nothing was changed.'
  throw new AppError('conflict', message)
}

function effectOf({ dispute, effect }: Facts, movedScanId: string | null) {
  if (movedScanId === null) return {}
  const { firstMemberId, firstScanId, claimantId } = dispute
  const { takes, bonus, gives } = effect
  return { firstMemberId, firstScanId, takes, bonus, claimantId, movedScanId, gives }
}

/** After the commit: a message that does not get through changes nothing. */
function tellFirst(context: Context, { dispute, first, effect }: Facts): void {
  const send = async (): Promise<void> => {
    const found = await addresseeOf(context.db, dispute.firstMemberId)
    if (!found) return
    const { batchId, serial } = dispute
    const about = { batchId, serial, points: effect.takes, day: dayOf(first.occurredAt) }
    const { mobile, language } = found
    await sendMessage(context, { to: mobile, language }, takenBack(about))
  }
  void send().catch((error) =>
    context.log.error({ err: error, enquiryId: dispute.enquiryId }, 'first member not told'),
  )
}
