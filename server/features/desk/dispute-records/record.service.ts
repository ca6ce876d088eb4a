import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { creditOf } from '../../programme/scans/index.ts'
import * as queries from './disputes.queries.ts'
import { attemptOf, couponOf, type Attempt } from './evidence.queries.ts'

export type Claim = { enquiryId: string; memberId: number; scanId: string; at: Date }
type Asker = 'member' | 'staff'

const NOBODYS: Record<Asker, string> = {
  member: 'Nobody has the points of this coupon now. Scan it again.',
  staff: 'Nobody has the points of this coupon now: the member can scan it again.',
}
const OWN: Record<Asker, string> = {
  member: 'The points of this coupon are yours already.',
  staff: 'The points of this coupon are the member’s own already.',
}

/**
 * Whether a coupon can be claimed by an attempt: somebody else was first, or it was taken from the
 * member by the decision of a dispute, to which they object.
 */
export function isClaimable({ result, lostBy }: Attempt): boolean {
  return result === SCAN_RESULTS.already_scanned || lostBy !== null
}

/** The coupon that an attempt of a member claims; null where it claims none. */
export async function claimedBy(
  db: Db | Tx,
  { memberId, scanId }: Pick<Claim, 'memberId' | 'scanId'>,
): Promise<string | null> {
  const attempt = await attemptOf(db, memberId, scanId)
  return attempt && isClaimable(attempt) ? attempt.codeKey : null
}

/**
 * Makes an enquiry of the category `dispute` a dispute, in the transaction that opens or changes it:
 * where the scan that it names claims a coupon, against whoever has it now. Without such a scan it
 * stays an enquiry. Refuses in words where there is nobody to claim from, and a second dispute of one
 * member about one coupon while the first is not decided.
 */
export async function recordDispute(tx: Tx, claim: Claim, asker: Asker): Promise<void> {
  const { enquiryId, memberId, scanId, at } = claim
  if (await queries.disputeOf(tx, enquiryId)) return
  const codeKey = await claimedBy(tx, claim)
  const coupon = codeKey !== null && (await couponOf(tx, codeKey))
  if (!coupon) return
  const first = coupon.status === COUPON_STATUSES.scanned ? await creditOf(tx, coupon) : null
  if (!first) throw refused(NOBODYS[asker])
  if (first.memberId === memberId) throw refused(OWN[asker])
  const inserted = await queries.insertDispute(tx, {
    enquiry_id: enquiryId,
    state: 'open',
    code_key: coupon.codeKey,
    batch_id: coupon.batchId,
    serial: coupon.serial,
    first_member_id: first.memberId,
    first_scan_id: first.scanId,
    claimant_id: memberId,
    claimant_scan_id: scanId,
    opened_at: at,
    outcome: null,
    reason: null,
    proposed_by: null,
    proposed_at: null,
    note: null,
    decided_by: null,
    decided_at: null,
    moved_scan_id: null,
  })
  if (!inserted) throw await alreadyOpen(tx, memberId, coupon.codeKey)
}

const refused = (message: string) =>
  new AppError('conflict', message, { fields: { scanId: message } })

async function alreadyOpen(tx: Tx, claimantId: number, codeKey: string): Promise<AppError> {
  const open = await queries.undecidedOf(tx, { claimantId, codeKey })
  return refused(`${open?.number ?? 'An enquiry'} about this coupon is open: write there.`)
}

export async function hasDispute(db: Db, enquiryId: string): Promise<boolean> {
  return (await queries.disputeOf(db, enquiryId)) !== undefined
}

/** Refuses to end an enquiry whose dispute nobody has decided. */
export async function refuseUndecided(
  tx: Tx,
  { enquiryId, number }: { enquiryId: string; number: string },
): Promise<void> {
  const dispute = await queries.disputeOf(tx, enquiryId)
  if (!dispute || dispute.decidedBy !== null) return
  throw new AppError(
    'conflict',
    `The dispute in ${number} is not decided. Propose who has the points; another person’s decision resolves it.`,
  )
}

/** Refuses to erase a member who claims a coupon, or from whom one is claimed, while that is open. */
export async function refuseWhileDisputed(tx: Tx, memberId: number): Promise<void> {
  const open = await queries.undecidedAbout(tx, memberId)
  if (!open) return
  throw new AppError(
    'conflict',
    `The dispute in ${open.number} is not decided, and it is about this member. Decide it first, then erase.`,
  )
}
