import type { DisputeDetail } from '../../../../contract/desk/disputes.ts'
import { can } from '../../../../contract/permissions.ts'
import { scanFlag } from '../../../../contract/programme/scans.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { statusFrom } from '../../people/members/index.ts'
import { givenByScan, kilometresBetween } from '../../programme/scans/index.ts'
import { disputeOf, type Dispute } from '../dispute-records/index.ts'
import { whyNotMove } from './effect.ts'
import * as evidence from '../dispute-records/index.ts'

const MINUTE_MS = 60_000

/** What is known of a dispute: the coupon, both members, and what moving it would do. */
export type Facts = {
  dispute: Dispute
  coupon: evidence.Coupon
  first: evidence.Claimant
  claimant: evidence.Claimant
  effect: DisputeDetail['effect']
}

export async function disputeNamed(db: Db | Tx, enquiryId: string): Promise<Dispute> {
  const dispute = isId(enquiryId) && (await disputeOf(db, enquiryId))
  if (!dispute) throw notFound('This dispute')
  return dispute
}

/** All of it as it stands now. */
export async function factsOf(db: Db | Tx, dispute: Dispute): Promise<Facts> {
  const { codeKey, firstMemberId, firstScanId, claimantId, claimantScanId } = dispute
  const coupon = await evidence.couponOf(db, codeKey)
  if (!coupon) throw new Error(`The coupon of dispute ${dispute.enquiryId} is not there.`)
  const first = await evidence.claimantOf(db, firstMemberId, firstScanId)
  const claimant = await evidence.claimantOf(db, claimantId, claimantScanId)
  const given = await givenByScan(db, { memberId: firstMemberId, scanId: firstScanId })
  const available = evidence.isHeld(first) ? given.points : first.available
  const whyNot = whyNotMove({
    decided: dispute.decidedBy !== null,
    stands: !evidence.isReversed(first),
    withClaimant: coupon.memberId === claimantId,
    firstErased: first.erasedAt !== null,
    claimant: statusFrom(claimant).status,
    takes: given.points,
    available,
  })
  const effect = {
    takes: given.points,
    bonus: given.bonus,
    gives: coupon.points,
    available,
    whyNot,
  }
  return { dispute, coupon, first, claimant, effect }
}

/** One dispute as staff see it. 404 where the enquiry has none. */
export async function getDispute(
  { db }: Pick<Context, 'db'>,
  caller: StaffCaller,
  enquiryId: string,
): Promise<DisputeDetail> {
  const { dispute, coupon, first, claimant, effect } = await factsOf(
    db,
    await disputeNamed(db, enquiryId),
  )
  const whyNotMe = whyNotDecide(dispute, caller)
  return {
    enquiryId,
    number: dispute.number,
    state: dispute.state,
    coupon: {
      batchId: coupon.batchId,
      serial: coupon.serial,
      points: coupon.points,
      productName: coupon.productName,
      plantName: coupon.plantName,
      sentToState: coupon.sentToState,
      activatedAt: coupon.activatedAt?.toISOString() ?? null,
    },
    first: shown(first),
    claimant: shown(claimant),
    kilometres: kilometresOf(first, claimant),
    minutes: minutesOf(first, claimant),
    effect,
    proposal: proposalOf(dispute),
    decision: decisionOf(dispute),
    mayDecide: whyNotMe === null,
    whyNotMe,
  }
}

function shown(found: evidence.Claimant): DisputeDetail['first'] {
  const { joinedAt, occurredAt, recordedAt, flags } = found
  return {
    memberId: found.memberId,
    memberCode: found.memberCode,
    memberName: found.memberName,
    mobile: found.mobile,
    memberKind: found.memberKind,
    city: found.city,
    state: found.state,
    joinedAt: joinedAt.toISOString(),
    blocked: statusFrom(found).status !== 'active',
    credited: found.credited,
    lostDisputes: found.lostDisputes,
    scanId: found.scanId,
    occurredAt: occurredAt.toISOString(),
    recordedAt: recordedAt.toISOString(),
    lat: found.lat,
    lng: found.lng,
    scanState: found.scanState,
    device: found.device,
    flags: (flags ?? []).flatMap((flag) => scanFlag.safeParse(flag).data ?? []),
    retailer: found.retailer,
  }
}

function placeOf({ lat, lng, occurredAt }: evidence.Claimant) {
  return lat === null || lng === null ? null : { lat, lng, at: occurredAt }
}

/** To a tenth: positions of phones are no better. */
function kilometresOf(first: evidence.Claimant, claimant: evidence.Claimant): number | null {
  const [from, to] = [placeOf(first), placeOf(claimant)]
  return from && to ? Math.round(kilometresBetween(from, to) * 10) / 10 : null
}

/** Below zero where the claimant scanned before the first one, whose phone sent it sooner. */
function minutesOf(first: evidence.Claimant, claimant: evidence.Claimant): number {
  return Math.round((claimant.occurredAt.getTime() - first.occurredAt.getTime()) / MINUTE_MS)
}

function proposalOf(dispute: Dispute): DisputeDetail['proposal'] {
  const { outcome, reason, proposer, proposedBy, proposedAt } = dispute
  if (!outcome || reason === null || proposedBy === null || !proposedAt) return null
  return { outcome, reason, by: proposer ?? '', byId: proposedBy, at: proposedAt.toISOString() }
}

function decisionOf({ outcome, note, approver, decidedAt }: Dispute): DisputeDetail['decision'] {
  if (!outcome || note === null || !decidedAt) return null
  return { outcome, note, by: approver ?? '', at: decidedAt.toISOString() }
}

/** Why somebody cannot decide a proposal; null when they can. */
export function whyNotDecide(dispute: Dispute, { staffId, role }: StaffCaller): string | null {
  if (dispute.decidedBy !== null) return 'This dispute is decided.'
  if (dispute.state === 'open') return 'Nobody has proposed anything yet.'
  if (!can(role, 'dispute.decide')) return 'An admin or the almond team decides.'
  if (dispute.proposedBy === staffId) return 'You proposed this: another person decides.'
  return null
}
