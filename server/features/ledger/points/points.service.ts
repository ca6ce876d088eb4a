import type { Account, TransferKind } from '../../../../contract/ledger/points.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { idsOfDays } from '../../../db/id-range.ts'
import type { MemberCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../lib/ids.ts'
import { memberNamed, readMemberWords } from '../../people/members/index.ts'
import * as accounts from './account.queries.ts'
import * as queries from './points.queries.ts'
import { isRedemptionNumber, memberOfScan, redemptionNamed } from './reference.service.ts'

const NOTHING = { items: [], next: null, previous: null, count: 0 }
/** Ids of this product's time have more digits than any phone number. */
const REFERENCE = /^\d{15,}$/

/** The ledger of all members, newest first. */
export async function listTransfers({ db }: Context, filters: queries.TransferQuery) {
  const ids = idsOfDays(filters)
  const sought = filters.q ? await seek({ db }, filters.q) : {}
  return sought ? queries.ledgerPage(db, filters, ids, sought) : NOTHING
}

/** What a search narrows the ledger to; null when it names nothing that exists. */
async function seek({ db }: Pick<Context, 'db'>, text: string): Promise<queries.Sought | null> {
  if (isRedemptionNumber(text)) return ofRedemption({ db }, text)
  if (REFERENCE.test(text) && isId(text)) {
    // Rows are found by member and reference; where it is nobody's, it is the transfer's own.
    const memberId = await memberOfScan({ db }, text)
    if (memberId !== null) return { of: { memberId, ref: text } }
    return (await ofRedemption({ db }, text)) ?? { transferId: text }
  }
  const words = readMemberWords(text)
  if (!words) {
    const what = 'mobile number, member code, redemption or reference'
    throw invalidField('q', `Search by ${what}.`)
  }
  const memberId = await memberNamed({ db }, words)
  return memberId === null ? null : { memberId }
}

async function ofRedemption(
  { db }: Pick<Context, 'db'>,
  text: string,
): Promise<queries.Sought | null> {
  const found = await redemptionNamed({ db }, text)
  return found && { of: { memberId: found.memberId, ref: found.redemptionId } }
}

/** A member's own ledger. */
export async function memberPoints(
  { db }: Pick<Context, 'db'>,
  caller: MemberCaller,
  filters: queries.MemberPointsQuery,
) {
  return queries.memberPage(db, caller.memberId, filters, idsOfDays(filters))
}

/** A member's balances, which stay as they are to the end of the transaction. */
export async function lockedBalances(
  tx: Tx,
  memberId: number,
): Promise<{ available: number; held: number }> {
  const { available, held } = await accounts.lockAccount(tx, memberId)
  return { available, held }
}

/** Lets the order of members by points follow their balances, as they are now. */
export async function refreshPointsOrder({ db }: Pick<Context, 'db'>): Promise<void> {
  await accounts.refreshOrder(db)
}

/** Points that move from one account of the ledger to another. */
export type Move = {
  kind: TransferKind
  debit: Account
  credit: Account
  /** Whole points above zero. */
  points: number
  /** The scan, redemption or adjustment that this belongs to. */
  ref: string
  /** The member's transfer that this one undoes, by its seq. */
  reverses?: number | null
  schemeId?: number | null
  /** A key moves points at most once: used again it is refused. */
  idempotencyKey?: string
  /** The row's own id, where it must be of one moment with that of its scan; else one is made. */
  transferId?: string
}
export type Posted = { transferId: string; seq: number; availableAfter: number; heldAfter: number }

/**
 * Moves a member's points: one ledger row for each move, in their order, with the balances after it.
 * The one way to write the ledger outside the scan engine. Call it inside the transaction of whatever
 * moves the points; the account stays locked to its end, so lock several members in the order of
 * their ids. Refuses with a conflict in words what would take more than is there, and writes nothing;
 * refuses as an error of the server what would be recorded in books that are closed.
 */
export async function postTransfer(
  tx: Tx,
  { memberId, at, moves }: { memberId: number; at: Date; moves: readonly Move[] },
): Promise<Posted[]> {
  if (moves.length === 0) return []
  await refuseClosedBooks(tx, at)
  let balances = await accounts.lockAccount(tx, memberId)
  const rows: accounts.TransferRow[] = []
  for (const move of moves) {
    const { idempotencyKey = null, reverses = null, schemeId = null } = move
    if (idempotencyKey !== null && (await accounts.keyIsUsed(tx, memberId, idempotencyKey))) {
      throw new AppError('conflict', 'These points were moved already. Nothing was changed.')
    }
    balances = after(balances, move)
    rows.push({
      ...move,
      idempotencyKey,
      reverses,
      schemeId,
      memberId,
      at,
      id: move.transferId ?? makeStaffChangeId(at.getTime()),
      seq: balances.seq,
      availableAfter: balances.available,
      heldAfter: balances.held,
    })
  }
  await accounts.setBalances(tx, memberId, balances)
  await accounts.insertTransfers(tx, rows)
  return rows.map(({ id, seq, availableAfter, heldAfter }) => ({
    transferId: id,
    seq,
    availableAfter,
    heldAfter,
  }))
}

/**
 * A plain look is enough, though the month may be closed by somebody at this moment: that happens 15
 * minutes after its end at the earliest, when nothing that was begun within it is still under way. So
 * only a clock that is late by as much ever meets this.
 */
export async function refuseClosedBooks(tx: Tx, at: Date): Promise<void> {
  const until = await accounts.closedUntil(tx)
  if (at >= until) return
  const [day, moment] = [dayOf(until), at.toISOString()]
  throw new AppError(
    'internal',
    `The books are closed until ${day}: no points can be recorded at ${moment}. Check this server's clock.`,
  )
}

function after(before: accounts.Balances, { debit, credit, points }: Move): accounts.Balances {
  if (!Number.isSafeInteger(points) || points <= 0 || debit === credit) {
    throw new RangeError(`${points} points cannot move from ${debit} to ${credit}.`)
  }
  const moved = (account: 'available' | 'held') =>
    before[account] + (credit === account ? points : 0) - (debit === account ? points : 0)
  const [available, held] = [moved('available'), moved('held')]
  if (available < 0) throw overdraft(before.available, 'available', points)
  if (held < 0) throw overdraft(before.held, 'held', points)
  return { seq: before.seq + 1, available, held }
}

function overdraft(there: number, account: 'available' | 'held', wanted: number): AppError {
  const [has, wants] = [there.toLocaleString('en-IN'), wanted.toLocaleString('en-IN')]
  return new AppError(
    'conflict',
    `${has} ${there === 1 ? 'point is' : 'points are'} ${account}: ${wants} cannot be taken.`,
  )
}
