import type { z } from 'zod'
import { batchLetters } from '../../../../contract/programme/code.ts'
import {
  COUPON_MACHINE,
  type activateCoupons as endpoint,
} from '../../../../contract/programme/coupons.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { batchKeyOf, codeKeysOf, lockedBatch } from '../batches/index.ts'
import { countActivity } from '../../people/workers/index.ts'
import {
  addCounts,
  checkRange,
  lastDay,
  piecesOf,
  unchangedOf,
  WITH_COUPONS,
  type Range,
} from './activation-rules.ts'
import * as queries from './activation.queries.ts'

type Answer = z.input<(typeof endpoint)['response']>
type Act = { context: Context; caller: StaffCaller; range: Range; origin: Origin }
type Moved = { changeId: number | null; changed: number; left: queries.StatusCounts }

/** The lots of the worker's plant that can be activated, newest first. */
export async function plantBatches({ db, now }: Context, caller: StaffCaller) {
  if (caller.plantId === null) return { items: [] }
  const lots = await queries.activatableBatches(db, {
    plantId: caller.plantId,
    statuses: WITH_COUPONS,
    at: now(),
  })
  return {
    items: lots.map(({ expiresAt, ...lot }) => ({
      ...lot,
      letters: batchLetters(lot.batchId),
      expiresOn: lastDay(expiresAt),
    })),
  }
}

/** What an activation would change now and what not, and why. */
export async function previewActivation(
  context: Context,
  caller: StaffCaller,
  range: Range,
): Promise<Answer> {
  const batch = await queries.batchToActivate(context.db, range.batchId)
  if (!batch) throw notFound(`Batch ${range.batchId}`)
  checkRange(caller, batch, range, context.now())
  const batchKey = await batchKeyOf(context, range.batchId)
  const counts = queries.noCoupons()
  for (const piece of piecesOf(range)) {
    addCounts(counts, await queries.countStatuses(context.db, keysOf(batchKey, piece)))
  }
  const { from } = COUPON_MACHINE[range.action]
  const changed = from.reduce((sum, status) => sum + counts[status], 0)
  for (const status of from) counts[status] = 0
  return { changeId: null, changed, unchanged: unchangedOf(range.action, counts) }
}

/**
 * Activates or deactivates a run of serials piece by piece, in their order: each piece is a transaction
 * with its record, its counts and its audit row, so that a scan waits for a piece at most. Each coupon
 * moves only from a state the machine allows, looked at when it is moved: one that is scanned
 * meanwhile stays. What is interrupted between two pieces is finished by asking again: coupons that
 * are done stay as they are and leave no second record.
 */
export async function activateCoupons(
  context: Context,
  caller: StaffCaller,
  range: Range,
  origin: Origin,
): Promise<Answer> {
  const batchKey = await batchKeyOf(context, range.batchId)
  const act = { context, caller, range, origin }
  const sum: Moved = { changeId: null, changed: 0, left: queries.noCoupons() }
  for (const piece of piecesOf(range)) {
    const moved = await transaction(context.db, (tx) =>
      movePiece(tx, act, piece, keysOf(batchKey, piece)),
    ).catch((error: unknown) => {
      throw sum.changed === 0 ? error : interrupted(error, range, sum.changed)
    })
    sum.changeId ??= moved.changeId
    sum.changed += moved.changed
    addCounts(sum.left, moved.left)
  }
  const { changeId, changed, left } = sum
  return { changeId, changed, unchanged: unchangedOf(range.action, left) }
}

async function movePiece(tx: Tx, act: Act, piece: Range, keys: readonly string[]): Promise<Moved> {
  const { context, caller, range } = act
  const { batchId, action } = range
  const batch = await lockedBatch(tx, batchId)
  const at = context.now()
  checkRange(caller, batch, range, at)
  const { from, to } = COUPON_MACHINE[action]
  const moved: Partial<queries.StatusCounts> = {}
  let changed = 0
  for (const status of from) {
    if (changed === keys.length) break
    const count = await queries.moveCoupons(tx, keys, { from: status, to, at })
    moved[status] = count
    changed += count
  }
  let left = queries.noCoupons()
  if (changed < keys.length) {
    left = await queries.countStatuses(tx, keys)
    left[to] -= changed
  }
  if (changed === 0) return { changeId: null, changed, left }
  await queries.addToCounts(tx, batchId, moved, to)
  const changeId = await record(tx, act, piece, { plantId: batch.plantId, changed, at })
  return { changeId, changed, left }
}

/** The row of the change and the audit row of a piece. */
async function record(
  tx: Tx,
  { context, caller, range, origin }: Act,
  { from, to }: Range,
  { plantId, changed, at }: { plantId: number; changed: number; at: Date },
): Promise<number> {
  const { batchId, action, reason, device } = range
  const { staffId } = caller
  const run = { batchId, plantId, from, to, action, changed, reason, staffId, device, at }
  const changeId = await queries.insertChange(tx, run)
  const [activated, deactivated] = action === 'activate' ? [changed, 0] : [0, changed]
  await countActivity(tx, { staffId, activated, deactivated, at })
  const isWhole = from === range.from && to === range.to
  await writeAudit(tx, context.keys, {
    by: caller,
    action: `coupons.${action}d`,
    subject: 'coupon_batch',
    subjectId: batchId,
    after: {
      changeId,
      from,
      to,
      changed,
      ...(!isWhole && { pieceOf: { from: range.from, to: range.to } }),
    },
    reason,
    requestId: origin.requestId,
    at,
  })
  return changeId
}

/** Says how far it came, since what is done stays done. */
function interrupted(cause: unknown, { action }: Range, changed: number): AppError {
  const done = `${changed.toLocaleString('en-IN')} coupons were ${action}d before that`
  if (cause instanceof AppError) {
    return new AppError(cause.code, `${cause.message} ${done}.`, { cause })
  }
  const sentence = `The server was interrupted. ${done} and stay so: do it again for the rest.`
  return new AppError('unavailable', sentence, { retryAfterSeconds: 5, cause })
}

function keysOf(batchKey: Buffer, { batchId, from, to }: Range): string[] {
  return codeKeysOf(batchKey, batchId, from, to - from + 1)
}
