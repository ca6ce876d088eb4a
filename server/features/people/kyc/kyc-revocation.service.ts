import type { KycDetail } from '../../../../contract/people/kyc.ts'
import { OTHER } from '../../../../contract/reasons.ts'
import type { WaitingRevocation } from '../../../../contract/people/kyc-revocation.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { keepOutOfRecord, lockedMember, notErased } from '../members/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { refusalIn } from '../../platform/rules/index.ts'
import { kycDetailOf } from './kyc-detail.service.ts'
import { nextKycState } from './kyc-machine.ts'
import { sendMessage } from '../../platform/messages/index.ts'
import { decisionMessage } from './kyc-messages.ts'
import { refuseNumbers } from './kyc-notes.ts'
import { lockedKyc } from './kyc-review.service.ts'
import * as review from './kyc-review.queries.ts'
import * as revocations from './kyc-revocation.queries.ts'
import { checkVersion } from './kyc-verdicts.ts'
import * as queries from './kyc.queries.ts'

const MOST_SHOWN = 100

type Act = { memberId: number; caller: StaffCaller; origin: Origin }
type Decision = Act & { note?: string | undefined }
type Proposal = NonNullable<Awaited<ReturnType<typeof revocations.waitingRevocationOf>>>

/** Proposals to revoke a KYC that wait for another person. */
export async function waitingRevocations({ db }: Context): Promise<{ items: WaitingRevocation[] }> {
  return { items: await revocations.waitingRevocations(db, MOST_SHOWN) }
}

/** Proposes to revoke an approved KYC. Nothing changes for the member until another person agrees. */
export async function proposeRevocation(
  context: Context,
  { memberId, caller, origin, version, reason }: Act & { version: number; reason: string },
): Promise<KycDetail> {
  refuseNumbers('reason', reason)
  await transaction(context.db, async (tx) => {
    const member = await lockedMember(tx, memberId)
    notErased(member)
    keepOutOfRecord(member, reason)
    const kyc = await lockedKyc(tx, memberId)
    checkRevocable(kyc)
    checkVersion(version, kyc.version)
    if (await revocations.waitingRevocationOf(tx, memberId)) {
      throw new AppError('conflict', 'A proposal to revoke this KYC waits for a decision already.')
    }
    const at = context.now()
    const { staffId } = caller
    await revocations.insertRevocation(tx, { memberId, version, reason, staffId, at })
    await audit(context, tx, { memberId, caller, origin, at, did: 'proposed', reason })
  })
  return kycDetailOf(context, caller, memberId)
}

/**
 * Revokes the KYC: every field counts as refused, so nothing is paid and the member sends everything
 * again. Only another person than the one who proposed it can.
 */
export async function approveRevocation(context: Context, asked: Decision): Promise<KycDetail> {
  const { memberId, caller } = asked
  await decide(context, asked, 'approved', async (tx, proposal, at) => {
    if (proposal.byId === caller.staffId) {
      throw new AppError(
        'conflict',
        'You proposed to revoke this KYC: another person must decide about it.',
      )
    }
    await refuseNoSecond(tx, caller, [proposal.byId], at)
    await revoke(tx, context, { memberId, caller, proposal, at })
  })
  void tellMember(context, memberId).catch((error) =>
    context.log.error({ err: error, memberId }, 'member not told that the KYC was revoked'),
  )
  return kycDetailOf(context, caller, memberId)
}

/** Refuses a proposal: the KYC stays approved. */
export async function rejectRevocation(context: Context, asked: Decision): Promise<KycDetail> {
  await decide(context, asked, 'rejected', async (_tx, proposal) => {
    if (proposal.byId !== asked.caller.staffId) return
    throw new AppError('conflict', 'This is your own proposal: withdraw it instead.')
  })
  return kycDetailOf(context, asked.caller, asked.memberId)
}

/** Withdraws one's own proposal. */
export async function withdrawRevocation(context: Context, asked: Decision): Promise<KycDetail> {
  await decide(context, asked, 'withdrawn', async (_tx, proposal) => {
    if (proposal.byId === asked.caller.staffId) return
    throw new AppError('conflict', 'Only the person who proposed it can withdraw it.')
  })
  return kycDetailOf(context, asked.caller, asked.memberId)
}

const checkRevocable = ({ state }: queries.LockedKyc): void => {
  if (state !== 'approved') {
    throw new AppError('conflict', 'Only an approved KYC can be revoked. Nothing was changed.')
  }
}

/** What was sent and approved since is not what the proposal is about. */
function checkUnchanged(kyc: queries.LockedKyc, { version }: Proposal): void {
  checkRevocable(kyc)
  if (kyc.version !== version) {
    const sentence =
      'This KYC was decided again after somebody proposed to revoke it. Keep it approved, or propose it again.'
    throw new AppError('conflict', sentence)
  }
}

async function decide(
  context: Context,
  { memberId, caller, origin, note }: Decision,
  state: 'approved' | 'rejected' | 'withdrawn',
  check: (tx: Tx, proposal: Proposal, at: Date) => Promise<void>,
): Promise<void> {
  refuseNumbers('note', note)
  await transaction(context.db, async (tx) => {
    const kyc = await lockedKyc(tx, memberId)
    const proposal = await revocations.waitingRevocationOf(tx, memberId)
    if (!proposal) {
      throw new AppError('conflict', 'No proposal to revoke this KYC waits for a decision.')
    }
    if (state === 'approved') checkUnchanged(kyc, proposal)
    const at = context.now()
    await check(tx, proposal, at)
    const { staffId } = caller
    await revocations.decideRevocation(tx, { memberId, state, staffId, note: note || null, at })
    const words = `Your proposal to revoke a KYC was ${state}.`
    const link = `/dashboard/users?open=${memberId}`
    await tellOther(tx, caller, { staffId: proposal.byId, words, link, at })
    await audit(context, tx, { memberId, caller, origin, at, did: state, reason: note })
  })
}

type Revocation = { memberId: number; caller: StaffCaller; proposal: Proposal; at: Date }

async function revoke(
  tx: Tx,
  { rules }: Pick<Context, 'rules'>,
  { memberId, caller: { staffId }, proposal, at }: Revocation,
): Promise<void> {
  const kyc = await lockedKyc(tx, memberId)
  const state = nextKycState(kyc.state, 'revoke') as 'rejected'
  const { reason: note } = proposal
  const reason = refusalIn(rules.at(at), 'kycRefusals', { key: OTHER, field: 'reason' })
  const fields = (await queries.fieldsOf(tx, memberId)).map(({ field }) => field)
  for (const field of fields) {
    const verdict = { memberId, field, state: 'refused', reason, note } as const
    await review.decideField(tx, { ...verdict, staffId, at })
  }
  await review.decide(tx, { memberId, state, staffId, at })
  await queries.setMemberState(tx, memberId, state)
  const event = { member_id: memberId, at, staff_id: staffId, round: kyc.round }
  const refused = fields.map((field) => ({ field, reason }))
  await queries.insertEvents(tx, [
    ...fields.map((field) => ({
      ...event,
      action: 'field_refused' as const,
      field,
      reason: JSON.stringify(reason),
      note,
    })),
    {
      ...event,
      action: 'decided',
      decision: 'revoke',
      note,
      // What the decision waited for is the proposal.
      submitted_at: new Date(proposal.at),
      accepted: [],
      refused: JSON.stringify(refused),
    },
  ])
}

type AuditFields = Act & { at: Date; did: string; reason: string | undefined }

async function audit(
  { keys }: Context,
  tx: Tx,
  { memberId, caller, origin, at, did, reason }: AuditFields,
): Promise<void> {
  await writeAudit(tx, keys, {
    by: caller,
    action: `kyc.revocation.${did}`,
    subject: 'kyc',
    subjectId: memberId,
    reason: reason || undefined,
    requestId: origin.requestId,
    at,
  })
}

async function tellMember({ db, channels }: Context, memberId: number): Promise<void> {
  const { mobile, language } = await queries.memberWords(db, memberId)
  const told = decisionMessage({ decision: 'revoke', refused: [] })
  await sendMessage({ db, channels }, { to: mobile, language }, told)
}
