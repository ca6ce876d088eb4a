import type { z } from 'zod'
import type {
  MyRedemption,
  RedemptionDetail,
  redemptionRequest,
  requestForMember as requestForMemberEndpoint,
} from '../../../../contract/money/redemptions.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { MemberCaller, Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { keepAddress, type SealedAddress, sealWanted } from '../../people/addresses/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { lockedMember } from '../../people/members/index.ts'
import { lockedRedemption, move, movePoints } from './redemption-move.service.ts'
import { asRequested } from './redemption-words.ts'
import * as queries from './redemptions.queries.ts'
import { getMyRedemption, getRedemption } from './redemptions.service.ts'
import {
  acceptedDestination,
  priceOf,
  refuseOverDay,
  refuseUnlessMay,
  type Price,
  type Wanted,
} from './request-rules.ts'
import { tellMember } from './tell-member.ts'

type Asked = {
  memberId: number
  /** The member of staff who asks for the member; null when the member asks. */
  by: { staffId: number; role: Role } | null
  wanted: Wanted
  idempotencyKey: string
  reason?: string
  requestId: string
}

/** Redeems a member's own points. The same key and body again gives the first answer again. */
export async function requestRedemption(
  context: Context,
  caller: MemberCaller,
  { idempotencyKey, ...wanted }: z.output<typeof redemptionRequest>,
  { requestId }: Origin,
): Promise<MyRedemption> {
  const { memberId } = caller
  const asked = { memberId, by: null, wanted, idempotencyKey, requestId }
  const { redemptionId } = await place(context, asked)
  return asRequested(await getMyRedemption(context, caller, redemptionId))
}

/** Redeems points on a member's word, and tells them, so that nobody does it behind their back. */
export async function requestForMember(
  context: Context,
  caller: StaffCaller,
  memberId: number,
  body: z.output<NonNullable<typeof requestForMemberEndpoint.body>>,
  { requestId }: Origin,
): Promise<RedemptionDetail> {
  const { idempotencyKey, reason, ...wanted } = body
  refuseNumbers('reason', reason)
  const asked = { memberId, by: caller, wanted, idempotencyKey, reason, requestId }
  const { redemptionId, isNew } = await place(context, asked)
  if (isNew) tellMember(context, redemptionId, 'requested')
  return getRedemption(context, caller, redemptionId)
}

/**
 * Places a request and holds its points, in one transaction. The member's lock makes requests of one
 * member follow each other, so a key has one effect and the day's limits hold; the gift's and the
 * account's conditional updates refuse what is not there.
 */
async function place(
  context: Context,
  asked: Asked,
): Promise<{ redemptionId: string; isNew: boolean }> {
  const { memberId, by, wanted, idempotencyKey, reason } = asked
  // By the vault, not by the master key: another master key must not make a retry a new request.
  const digest = (text: string) => context.vault.digest('redemption-request', text)
  const keyDigest = await digest(idempotencyKey)
  const bodyDigest = await digest(canonicalJson({ ...wanted, reason, staffId: by?.staffId }))
  const address = wanted.kind === 'gift' ? await sealWanted(context, memberId, wanted) : null
  return transaction(context.db, async (tx) => {
    await lockedMember(tx, memberId)
    const earlier = await queries.requestUnder(tx, memberId, keyDigest)
    if (earlier) {
      if (!equalBytes(earlier.bodyDigest, bodyDigest)) throw usedKey()
      return { redemptionId: earlier.redemptionId, isNew: false }
    }
    return {
      redemptionId: await placeNew(tx, context, asked, { keyDigest, bodyDigest, address }),
      isNew: true,
    }
  })
}

function usedKey(): AppError {
  const message =
    'This idempotency key was used for another request. Use a new key for a new request.'
  return new AppError('conflict', message, { fields: { idempotencyKey: message } })
}

type Digests = { keyDigest: Buffer; bodyDigest: Buffer }
type Prepared = Digests & { address: SealedAddress | null }

async function placeNew(
  tx: Tx,
  context: Context,
  asked: Asked,
  { address, ...digests }: Prepared,
): Promise<string> {
  const { memberId, by, wanted, reason } = asked
  const at = context.now()
  const rules = context.rules.at(at)
  const whose = by ? 'member' : 'own'
  const { kind } = wanted
  await refuseUnlessMay(tx, memberId, whose)
  const destination =
    kind === 'gift' ? null : await acceptedDestination(tx, context, { memberId, kind, whose })
  const price = await priceOf(tx, rules, wanted)
  await refuseOverDay(tx, rules, { memberId, at, amountPaise: price.amountPaise })
  const number = await queries.nextNumber(tx)
  const placed = { number, at, price, destination }
  const redemptionId = await insert(tx, rules, asked, { ...placed, ...digests })
  if (address) {
    const staffId = by?.staffId ?? null
    await keepAddress(tx, { redemptionId, memberId, ...address, at, staffId })
  }
  const event = { redemptionId, at, by, action: 'request', state: 'requested' as const }
  await queries.insertEvent(tx, { ...event, note: reason })
  await movePoints(tx, { redemptionId, memberId, points: price.points }, 'request', at)
  if (by) await auditRequest(tx, context, { ...asked, by }, { redemptionId, ...placed })
  return redemptionId
}

type Placed = {
  number: string
  at: Date
  price: Price
  destination: { mask: string; digest: Buffer } | null
}

async function insert(
  tx: Tx,
  rules: Rules,
  { memberId, by, wanted }: Asked,
  { number, at, price, destination, keyDigest, bodyDigest }: Placed & Digests,
): Promise<string> {
  const { points, amountPaise, benefitPaise, giftId, quantity } = price
  const worth = Math.max(amountPaise, benefitPaise)
  for (;;) {
    const redemptionId = makeStaffChangeId(at.getTime())
    const inserted = await queries.insertRedemption(tx, {
      redemption_id: redemptionId,
      number,
      member_id: memberId,
      kind: wanted.kind,
      state: 'requested',
      points,
      point_value_paise: rules.pointValuePaise,
      amount_paise: amountPaise,
      benefit_paise: benefitPaise,
      gift_id: giftId,
      quantity,
      destination: destination?.mask ?? null,
      destination_digest: destination?.digest ?? null,
      approvals_needed: worth >= rules.redemptionTwoRolesFromPaise ? 2 : 1,
      requested_at: at,
      requested_by: by?.staffId ?? null,
      approved_at: null,
      changed_at: at,
      reject_reason: null,
      key_digest: keyDigest,
      body_digest: bodyDigest,
    })
    if (inserted) return redemptionId
  }
}

async function auditRequest(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { memberId, by, wanted, reason, requestId }: Asked & { by: NonNullable<Asked['by']> },
  { redemptionId, number, at, price }: Placed & { redemptionId: string },
): Promise<void> {
  const { points, amountPaise } = price
  await writeAudit(tx, keys, {
    by: { staffId: by.staffId, role: by.role },
    action: 'redemption.request',
    subject: 'redemption',
    subjectId: redemptionId,
    after: { number, memberId, kind: wanted.kind, points, amountPaise },
    reason,
    requestId,
    at,
  })
}

/** Takes a request back before it is decided; another member's is told not to be there. */
export async function cancelMyRedemption(
  context: Context,
  caller: MemberCaller,
  redemptionId: string,
): Promise<MyRedemption> {
  await transaction(context.db, async (tx) => {
    const { memberId } = await lockedRedemption(tx, redemptionId)
    if (memberId !== caller.memberId) throw notFound('This redemption')
    await move(tx, context, redemptionId, { action: 'cancel', by: null, at: context.now() })
  })
  return getMyRedemption(context, caller, redemptionId)
}
