import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { eraseAddresses } from '../../people/addresses/index.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseWhileDisputed } from '../../desk/dispute-records/index.ts'
import { eraseEnquiries } from '../../desk/enquiries/index.ts'
import { eraseKyc } from '../../people/kyc/index.ts'
import {
  endOtpsOf,
  endSessionsOf,
  keepOutOfRecord,
  lockedMember,
  notErased,
  otpThrottleKey,
} from '../../people/members/index.ts'
import { eraseNotifications } from '../../desk/notifications/index.ts'
import { countOpenPayments } from '../../money/redemptions/index.ts'
import { refuseWhilePointsWait } from '../../ledger/member-files/index.ts'
import { lockedBalances, postTransfer } from '../../ledger/points/index.ts'
import { erasePreparedReports } from '../../insight/reports/index.ts'
import { countRedemptions, insertErasure, userDetailOf } from '../../desk/users/index.ts'
import * as queries from './erasure.queries.ts'

type Asked = { memberId: number; reason: string; confirm: string }

/** A scan that was under way at the erasure is recorded by then. */
const SECOND_PASS_SECONDS = 120

/**
 * Erases a member's personal data for good; docs/decisions/0013-erasure.md says field by field what
 * goes and what stays. Refused while anything of theirs is undecided. Points that are left lapse.
 */
export async function eraseUser(
  context: Context,
  by: StaffCaller,
  { memberId, reason, confirm }: Asked,
  origin: Origin,
) {
  const { db, keys, jobs, now } = context
  return transaction(db, async (tx) => {
    const at = now()
    const member = await lockedMember(tx, memberId)
    notErased(member)
    keepOutOfRecord(member, reason)
    if (confirm.trim().toUpperCase() !== member.code.toUpperCase()) {
      throw invalidField('confirm', `Type the member code ${member.code} to confirm.`)
    }
    const { available, held } = await lockedBalances(tx, memberId)
    await refuseWhileUndecided(tx, memberId, held)
    if (available > 0) await lapse(tx, { memberId, points: available, reason, by, at })
    await eraseKyc(context, tx, memberId)
    await eraseAddresses(tx, memberId)
    await eraseEnquiries(context, tx, memberId)
    await eraseNotifications(tx, memberId)
    await queries.endConsents(tx, memberId, at)
    await endSessionsOf(tx, memberId)
    const mobiles = [member.mobile, ...(await queries.endMobileChange(tx, memberId))]
    await endOtpsOf(tx, mobiles)
    await queries.eraseMessages(tx, mobiles, mobiles.map(otpThrottleKey))
    await queries.erasePerson(tx, { memberId, at, reason: `Erased: ${reason}` })
    await jobs.send(tx, 'forget-traces', { memberId })
    await jobs.send(tx, 'forget-traces', { memberId }, { afterSeconds: SECOND_PASS_SECONDS })
    await erasePreparedReports(context, tx, at)
    await writeAudit(tx, keys, {
      by,
      action: 'member.erased',
      subject: 'member',
      subjectId: memberId,
      after: { lapsedPoints: available },
      reason,
      requestId: origin.requestId,
      at,
    })
    return userDetailOf(tx, memberId, at)
  })
}

async function refuseWhileUndecided(tx: Tx, memberId: number, held: number): Promise<void> {
  const { open } = await countRedemptions(tx, memberId)
  if (open > 0) {
    throw new AppError(
      'conflict',
      `${open === 1 ? '1 redemption is' : `${open} redemptions are`} not finished. Finish or cancel first, then erase.`,
    )
  }
  if ((await countOpenPayments(tx, memberId)) > 0) {
    throw new AppError(
      'conflict',
      'A payment to this member is on its way. Wait until it is over, then erase.',
    )
  }
  if (held > 0) {
    throw new AppError(
      'conflict',
      `${held.toLocaleString('en-IN')} held points wait for the review of their scans. Release or reverse them first, then erase.`,
    )
  }
  if ((await queries.countWaitingAdjustments(tx, memberId)) > 0) {
    throw new AppError(
      'conflict',
      'A points adjustment waits for its decision. Approve or reject it first, then erase.',
    )
  }
  await refuseWhilePointsWait(tx, memberId)
  await refuseWhileDisputed(tx, memberId)
}

/** Takes what is left, so that the ledger stays whole and says why. */
async function lapse(
  tx: Tx,
  {
    memberId,
    points,
    reason,
    by,
    at,
  }: { memberId: number; points: number; reason: string; by: StaffCaller; at: Date },
): Promise<void> {
  const adjustmentId = makeStaffChangeId(at.getTime())
  await insertErasure(tx, {
    adjustmentId,
    memberId,
    points: -points,
    reason,
    staffId: by.staffId,
    at,
    // No key from outside holds a space: it cannot have been used.
    idempotencyKey: `erasure of ${memberId}`,
    bodyHash: sha256(canonicalJson({ memberId, points: -points, reason })),
  })
  await postTransfer(tx, {
    memberId,
    at,
    moves: [
      {
        kind: 'adjustment',
        debit: 'available',
        credit: 'adjustment',
        points,
        ref: adjustmentId,
        idempotencyKey: `adjustment:${adjustmentId}`,
      },
    ],
  })
}
