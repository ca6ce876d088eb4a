import type { KycDecision, KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycDecisionBody, KycDetail } from '../../../../contract/people/kyc.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { kycDetailOf } from './kyc-detail.service.ts'
import { heldBy, lockAt, notOpened } from './kyc-lock.ts'
import { missingFields, nextKycState } from './kyc-machine.ts'
import { askedOf } from './kyc-required.service.ts'
import { decisionMessage } from './kyc-messages.ts'
import { lockedKyc } from './kyc-review.service.ts'
import * as review from './kyc-review.queries.ts'
import { checkVersion, verdictsOf, type Verdicts } from './kyc-verdicts.ts'
import * as queries from './kyc.queries.ts'

type Asked = { memberId: number; body: KycDecisionBody; caller: StaffCaller; origin: Origin }
type Decision = Asked & {
  at: Date
  kyc: queries.LockedKyc
  state: 'approved' | 'resubmit' | 'rejected'
  /** Required fields that were not sent. */
  lacking: readonly KycField[]
  verdicts: Verdicts
  masks: ReadonlyMap<string, string>
}

const STATES = { approve: 'approved', resubmit: 'resubmit', reject: 'rejected' } as const
const AUDIT: Record<KycDecision, string> = {
  approve: 'kyc.approved',
  resubmit: 'kyc.sent_back',
  reject: 'kyc.rejected',
}

/**
 * Decides every waiting field and the whole, in one transaction with its events and its audit row.
 * Needs the submission open by the caller and unchanged since they saw it; of two decisions at once
 * one stands. The member is told when it is done.
 */
export async function decideKyc(context: Context, asked: Asked): Promise<KycDetail> {
  const { memberId, caller } = asked
  const decided = await transaction(context.db, async (tx) => {
    const decision = await judge(context, tx, asked)
    await record(tx, decision)
    await audit(context, tx, decision)
    return decision
  })
  void tellMember(context, decided).catch((error) =>
    context.log.error({ err: error, memberId }, 'member not told of the KYC decision'),
  )
  return kycDetailOf(context, caller, memberId)
}

/** Whether it may be decided like this, with all rows locked. */
async function judge(context: Context, tx: Tx, asked: Asked): Promise<Decision> {
  const { memberId, body, caller } = asked
  const at = context.now()
  const kyc = await lockedKyc(tx, memberId)
  nextKycState(kyc.state, body.decision)
  const lock = lockAt(kyc, caller.staffId, at)
  if (lock && !lock.mine) throw heldBy(lock)
  checkVersion(body.version, kyc.version)
  if (!lock) throw notOpened()
  const fields = await queries.fieldsOf(tx, memberId)
  const waiting = fields.filter(({ state }) => state === 'pending').map(({ field }) => field)
  const { kind } = await queries.memberWords(tx, memberId)
  const required = await askedOf(context, tx, { memberId, kind }, kyc)
  const sent = new Map(fields.map(({ field, state }) => [field, state]))
  const lacking = missingFields({ asked: required, fields: sent })
  return {
    ...asked,
    at,
    kyc,
    state: STATES[body.decision],
    lacking,
    verdicts: verdictsOf(body, { waiting, lacking, rules: context.rules.at(at) }),
    masks: new Map(fields.map(({ field, mask }) => [field, mask])),
  }
}

async function record(tx: Tx, decision: Decision): Promise<void> {
  const { memberId, body, caller, at, kyc, state, verdicts } = decision
  const { staffId } = caller
  const by = { memberId, staffId, at }
  for (const field of verdicts.accepted) {
    await review.decideField(tx, { ...by, field, state: 'accepted', reason: null, note: null })
  }
  for (const { field, reason, note } of verdicts.refused) {
    await review.decideField(tx, { ...by, field, state: 'refused', reason, note: note || null })
  }
  await review.decide(tx, { memberId, state, staffId, at })
  await queries.setMemberState(tx, memberId, state)
  const event = { member_id: memberId, at, staff_id: staffId, round: kyc.round }
  await queries.insertEvents(tx, [
    ...verdicts.accepted.map((field) => ({ ...event, action: 'field_accepted' as const, field })),
    ...verdicts.refused.map(({ field, reason, note }) => ({
      ...event,
      action: 'field_refused' as const,
      field,
      reason: JSON.stringify(reason),
      note: note || null,
    })),
    {
      ...event,
      action: 'decided',
      decision: body.decision,
      note: body.note || null,
      submitted_at: kyc.submittedAt,
      opened_at: kyc.openedAt,
      accepted: verdicts.accepted,
      refused: JSON.stringify(verdicts.refused.map(({ field, reason }) => ({ field, reason }))),
    },
  ])
}

async function audit(
  { keys }: Context,
  tx: Tx,
  { memberId, body, caller, origin, at, kyc, state, verdicts, masks }: Decision,
): Promise<void> {
  const { staffId, role } = caller
  const masked = (field: string) => ({ field, value: masks.get(field) })
  await writeAudit(tx, keys, {
    by: { staffId, role },
    action: AUDIT[body.decision],
    subject: 'kyc',
    subjectId: memberId,
    before: { state: kyc.state, round: kyc.round },
    after: {
      state,
      accepted: verdicts.accepted.map(masked),
      refused: verdicts.refused.map(({ field, reason }) => ({
        ...masked(field),
        reason: reason.key,
      })),
    },
    reason: body.note || undefined,
    requestId: origin.requestId,
    at,
  })
}

/** A message that does not get through changes nothing: the app shows the decision as well. */
async function tellMember(
  { db, channels }: Context,
  { memberId, body: { decision, note }, verdicts: { refused }, lacking }: Decision,
): Promise<void> {
  const { mobile, language } = await queries.memberWords(db, memberId)
  const told = decisionMessage({ decision, refused, lacking, note })
  await sendMessage({ db, channels }, { to: mobile, language }, told)
}
