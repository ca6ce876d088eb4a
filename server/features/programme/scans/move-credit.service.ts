import type { Db, Tx } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import { lockedBalances, postTransfer } from '../../ledger/points/index.ts'
import * as queries from './move-credit.queries.ts'
import * as reversal from './reversal.queries.ts'

/** Slot 0 may be used by several processes at once, so an id may be taken. */
const IDS_TRIED = 5

/** The scan that loses its credit, by whom and why; who gets it, and the attempt it is given for. */
export type CreditMove = {
  review: reversal.Review
  to: { memberId: number; attemptId: string; points: number }
}

/** What a credited scan gave: all of it, and the bonuses in it. */
export async function givenByScan(
  db: Db | Tx,
  scan: { memberId: number; scanId: string },
): Promise<{ points: number; bonus: number }> {
  const given = (await reversal.transfersOfScan(db, scan)).filter(
    ({ debit }) => debit === 'issuance',
  )
  return {
    points: reversal.pointsOf(given),
    bonus: reversal.pointsOf(given.filter(reversal.isBonus)),
  }
}

/**
 * Moves a coupon and its points from the member who scanned it first to another: what that scan
 * gave is taken back, bonuses return to their schemes, and the other has a credited scan of the
 * coupon's points, without a bonus and without a charge. Gives the id of that scan; null, with
 * nothing done, where that scan's credit no longer stands. Refuses with a conflict in words what
 * the first member does not have available.
 *
 * Locks the scan, then in the order of apply_scans: coupon, both accounts by number, progress,
 * charge, counts of the slot of staff; the schemes last, as reverseHeld() does.
 */
export async function moveCredit(tx: Tx, { review, to }: CreditMove): Promise<string | null> {
  const scan = await reversal.closeReview(tx, review, 'reversed', 'any')
  if (!scan) return null
  const { memberId: from, at } = review
  const given = { codeKey: scan.code_key, from, to: to.memberId, points: to.points, at }
  if (!(await queries.giveCoupon(tx, given))) {
    throw new Error('The coupon of a credited scan is not held by its member.')
  }
  for (const memberId of [from, to.memberId].toSorted((a, b) => a - b)) {
    await lockedBalances(tx, memberId)
  }
  const transfers = await reversal.takeBack(tx, review, scan)
  const scanId = await credit(tx, to, at)
  await reversal.returnBonuses(tx, transfers)
  return scanId
}

async function credit(
  tx: Tx,
  { memberId, attemptId, points }: CreditMove['to'],
  at: Date,
): Promise<string> {
  for (let tried = 0; tried < IDS_TRIED; tried++) {
    // Made in one go: what a scan gives is found by its moment (points/transfer-ref.ts).
    const scanId = makeStaffChangeId(at.getTime())
    const transferId = makeStaffChangeId(at.getTime())
    const inserted = await queries.insertCredit(tx, { scanId, memberId, attemptId, points, at })
    if (!inserted) continue
    const move = {
      kind: 'scan' as const,
      debit: 'issuance' as const,
      credit: 'available' as const,
      points,
      ref: scanId,
      transferId,
    }
    await postTransfer(tx, { memberId, at, moves: [move] })
    await queries.countCredit(tx, { ...inserted, points, at })
    return scanId
  }
  throw new Error(`No scan could be credited for attempt ${attemptId} of member ${memberId}.`)
}
