import { sql } from 'kysely'
import { CHARGE_STATES } from '../../../../contract/programme/charges.ts'
import {
  ACCOUNTS,
  TRANSFER_KINDS,
  account,
  type Account,
} from '../../../../contract/ledger/points.ts'
import { OPEN_REVIEWS, REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { belongsTo, type Move, postTransfer } from '../../ledger/points/index.ts'

/** What staff decided about a credited scan, and when. */
export type Review = {
  memberId: number
  scanId: string
  staffId: number
  reason: string
  at: Date
}

export type ScanTransfer = {
  seq: number
  kind: number
  debit: Account
  credit: Account
  points: number
  schemeId: number | null
}

export type ReviewedScan = {
  code_key: string
  batch_id: number | null
  counted_in: number[] | null
}

const { scan, scan_held, scheme_bonus, scan_released } = TRANSFER_KINDS
const ACCOUNT_NAMES = new Map<number, Account>(
  account.options.map((name) => [ACCOUNTS[name], name]),
)

export function pointsOf(transfers: readonly { points: number }[]): number {
  return transfers.reduce((sum, { points }) => sum + points, 0)
}

type Which = 'open' | 'any'

/**
 * Whoever writes the outcome on the scan owns the rest; a second one finds nothing to do. `open`:
 * only where it waits for a person; `any`: wherever its credit stands.
 */
export async function closeReview(
  tx: Tx,
  { memberId, scanId, staffId, reason, at }: Review,
  outcome: (typeof REVIEWS)[number],
  which: Which,
): Promise<ReviewedScan | undefined> {
  const closing = tx
    .updateTable('scan')
    .set({
      review: REVIEWS.indexOf(outcome),
      reviewed_at: at,
      reviewed_by: staffId,
      review_reason: reason,
    })
    .where('member_id', '=', memberId)
    .where('id', '=', scanId)
    .where('result', '=', SCAN_RESULTS.credited)
    .returning(['code_key', 'batch_id', 'counted_in'])
  const open = OPEN_REVIEWS.map((review) => REVIEWS.indexOf(review))
  return which === 'open'
    ? closing.where('review', 'in', open).executeTakeFirst()
    : closing.where('review', 'is distinct from', REVIEWS.indexOf('reversed')).executeTakeFirst()
}

/** What a scan gave: its points, its bonuses, and their release where it was held, in their order. */
export async function transfersOfScan(
  db: Db | Tx,
  { memberId, scanId }: Pick<Review, 'memberId' | 'scanId'>,
): Promise<ScanTransfer[]> {
  const rows = await db
    .selectFrom('transfer')
    .select(['seq', 'kind', 'debit', 'credit', 'points', 'scheme_id'])
    .where(belongsTo('transfer', { memberId, ref: scanId }))
    .where('kind', 'in', [scan, scan_held, scheme_bonus, scan_released])
    .orderBy('seq')
    .execute()
  return rows.map(({ seq, kind, debit, credit, points, scheme_id }) => ({
    seq,
    kind,
    debit: named(debit),
    credit: named(credit),
    points: Number(points),
    schemeId: scheme_id,
  }))
}

function named(stored: number): Account {
  const name = ACCOUNT_NAMES.get(stored)
  if (name === undefined) throw new Error(`The ledger holds the unknown account ${stored}.`)
  return name
}

export const isBonus = ({ kind }: Pick<ScanTransfer, 'kind'>) => kind === scheme_bonus
/** Whether it came from outside: what was released was given before. */
const isGiven = ({ debit }: Pick<ScanTransfer, 'debit'>) => debit === 'issuance'

/**
 * The mirror image of what a scan gave, the last first: so what was released goes back through `held`,
 * and each row is undone by one of its own. Only the bonus itself goes back to its scheme.
 */
export function reversalOf(transfers: readonly ScanTransfer[], scanId: string): Move[] {
  return transfers.toReversed().map((transfer) => ({
    kind: 'reversal',
    debit: transfer.credit,
    credit: transfer.debit,
    points: transfer.points,
    ref: scanId,
    schemeId: isBonus(transfer) ? transfer.schemeId : null,
    reverses: transfer.seq,
  }))
}

/**
 * Takes back what a scan gave, whose review is closed and whose coupon is locked: a `reversal` of each
 * transfer, the bonus from the member's cap, no slab counts the scan any more, and a charge that was
 * held with it is taken back. A charge that is due stays (decision 0033). Gives what came from
 * outside. Locks the account, progress in schemes and the charge; the caller then writes its counts
 * and ends with returnBonuses().
 */
export async function takeBack(
  tx: Tx,
  review: Review,
  { counted_in }: ReviewedScan,
): Promise<ScanTransfer[]> {
  const transfers = await transfersOfScan(tx, review)
  const moves = reversalOf(transfers, review.scanId)
  await postTransfer(tx, { memberId: review.memberId, at: review.at, moves })
  const given = transfers.filter(isGiven)
  await takeFromProgress(tx, review.memberId, counted_in ?? [], given)
  await takeChargeBack(tx, review)
  return given
}

/** Rows that are not there are of schemes without a cap or slabs. */
async function takeFromProgress(
  tx: Tx,
  memberId: number,
  countedIn: readonly number[],
  transfers: readonly ScanTransfer[],
): Promise<void> {
  const bonuses = transfers.flatMap(({ schemeId, points }) =>
    schemeId === null ? [] : { schemeId, points },
  )
  const schemeIds = new Set([...countedIn, ...bonuses.map(({ schemeId }) => schemeId)])
  // In their order: apply_scans does the same.
  for (const schemeId of [...schemeIds].toSorted((a, b) => a - b)) {
    const scans = countedIn.includes(schemeId) ? 1 : 0
    const points = pointsOf(bonuses.filter((bonus) => bonus.schemeId === schemeId))
    await tx
      .updateTable('scheme_member')
      .set({ scans: sql`scans - ${scans}`, points: sql`points - ${points}` })
      .where('member_id', '=', memberId)
      .where('scheme_id', '=', schemeId)
      .execute()
  }
}

async function takeChargeBack(tx: Tx, { memberId, scanId }: Review): Promise<void> {
  await tx
    .updateTable('handling_charge')
    .set({ state: CHARGE_STATES.indexOf('reversed') })
    .where('scan_id', '=', scanId)
    .where('member_id', '=', memberId)
    .where('state', '=', CHARGE_STATES.indexOf('held'))
    .execute()
}

/** The last of a reversal, in the order of the schemes: who holds one of them wants nothing of ours. */
export async function returnBonuses(tx: Tx, transfers: readonly ScanTransfer[]): Promise<void> {
  const byScheme = transfers.toSorted((a, b) => (a.schemeId ?? 0) - (b.schemeId ?? 0))
  for (const { schemeId, points } of byScheme) {
    if (schemeId === null) continue
    await tx
      .updateTable('scheme')
      .set({ returned: sql`returned + ${points}` })
      .where('scheme_id', '=', schemeId)
      .execute()
  }
}
