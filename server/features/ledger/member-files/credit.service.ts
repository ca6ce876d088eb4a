import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { postEach } from '../points/index.ts'
import * as queries from './points-files.queries.ts'

const PIECE = 1_000
const STALE_MS = 6 * 3_600_000

/**
 * Moves the points of a file that was approved, some hundred members in each transaction, under the
 * lock of the file. Killed at any moment and run again, also beside itself, each moves once.
 */
export async function creditFile(
  context: Context,
  pointsFileId: string,
  signal: AbortSignal,
  piece = PIECE,
): Promise<void> {
  for (let isMore = true; isMore;) {
    signal.throwIfAborted()
    isMore = await transaction(context.db, (tx) =>
      creditPiece(tx, context, { pointsFileId, piece }),
    )
  }
}

/** Whether more may wait. */
async function creditPiece(
  tx: Tx,
  { now }: Context,
  { pointsFileId, piece }: { pointsFileId: string; piece: number },
): Promise<boolean> {
  const file = await queries.lockFile(tx, pointsFileId)
  if (file?.state !== 'crediting') return false
  const at = now()
  const rows = await queries.waitingRows(tx, pointsFileId, piece)
  if (rows.length === 0) {
    await queries.setCredited(tx, pointsFileId, at)
    return false
  }
  const { cause } = file
  const posted = await postEach(tx, {
    at,
    moves: rows.map(({ memberId, points }) => ({
      memberId,
      kind: cause,
      debit: points > 0 ? cause : 'available',
      credit: points > 0 ? 'available' : cause,
      points: Math.abs(points),
      ref: pointsFileId,
      idempotencyKey: `points-file:${pointsFileId}`,
    })),
  })
  const of = (isPosted: boolean) =>
    rows.filter(({ memberId }) => posted.has(memberId) === isPosted).map((row) => row.memberId)
  await queries.settleRows(tx, pointsFileId, { credited: of(true), short: of(false) })
  return true
}

/** What was approved long ago and has not moved to its end, because its job was given up, gets another. */
export async function resumeCrediting({ db, jobs, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - STALE_MS)
  for (const pointsFileId of await queries.staleFiles(db, before)) {
    await transaction(db, (tx) => jobs.send(tx, 'points-credit', { pointsFileId }))
  }
}
