import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import * as accounts from './account.queries.ts'
import { refuseClosedBooks, type Move } from './points.service.ts'

type OneMove = Pick<Move, 'kind' | 'debit' | 'credit' | 'points' | 'ref'> & {
  memberId: number
  idempotencyKey: string
}

/**
 * Moves points of many members at once, one move each, as postTransfer() does it for one. Gives those
 * whose points moved; of somebody who has not as many as are to be taken nothing moves. Refuses a key
 * that moved points of any of them before.
 */
export async function postEach(
  tx: Tx,
  { at, moves }: { at: Date; moves: readonly OneMove[] },
): Promise<ReadonlySet<number>> {
  await refuseClosedBooks(tx, at)
  const memberIds = moves.map(({ memberId }) => memberId)
  if (new Set(memberIds).size !== memberIds.length)
    throw new RangeError('One move for each member.')
  const balances = await accounts.lockAccounts(tx, memberIds)
  const keys = moves.map(({ idempotencyKey }) => idempotencyKey)
  if (await accounts.anyKeyIsUsed(tx, memberIds, keys)) {
    throw new AppError('conflict', 'These points were moved already. Nothing was changed.')
  }
  const rows = moves.flatMap((move): accounts.TransferRow[] => {
    const before = balances.get(move.memberId)
    if (!before) throw new Error(`The account of member ${move.memberId} is not there.`)
    const moved = (account: 'available' | 'held') =>
      before[account] +
      (move.credit === account ? move.points : 0) -
      (move.debit === account ? move.points : 0)
    const [availableAfter, heldAfter] = [moved('available'), moved('held')]
    if (availableAfter < 0 || heldAfter < 0) return []
    const id = makeStaffChangeId(at.getTime())
    const none = { reverses: null, schemeId: null }
    return [{ ...move, ...none, at, id, seq: before.seq + 1, availableAfter, heldAfter }]
  })
  await accounts.writeEach(tx, rows)
  return new Set(rows.map(({ memberId }) => memberId))
}
