import type { z } from 'zod'
import type { BatchStatus } from '../../../contract/batches.ts'
import { batchLetters } from '../../../contract/code.ts'
import {
  COUPON_MACHINE,
  type activateCoupons as endpoint,
  type CouponStatus,
} from '../../../contract/coupons.ts'
import { dayOf } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { transaction } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../lib/app-error.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { batchKeyOf, lockedBatch } from '../batches/batches.service.ts'
import * as queries from './activation.queries.ts'
import { codeKeysOf } from './codes.ts'

type Range = z.output<NonNullable<(typeof endpoint)['body']>>
type Answer = z.input<(typeof endpoint)['response']>
type Action = Range['action']

/** Coupons moved by one statement. */
const PIECE = 2_000
const WITH_COUPONS: readonly BatchStatus[] = ['generated', 'printed', 'closed']

const WHY: Record<Action, Partial<Record<CouponStatus, string>>> = {
  activate: {
    active: 'Active already.',
    scanned: 'Scanned by a member: its points are given.',
    blocked: 'Blocked by staff; a worker cannot activate it.',
  },
  deactivate: {
    printed: 'Not activated yet.',
    deactivated: 'Deactivated already.',
    scanned: 'Scanned by a member: its points are given.',
    blocked: 'Blocked by staff.',
  },
}

/** The lots of the worker's plant that can be activated, newest first. */
export async function plantBatches({ db }: Context, caller: StaffCaller) {
  if (caller.plantId === null) return { items: [] }
  const lots = await queries.activatableBatches(db, {
    plantId: caller.plantId,
    statuses: WITH_COUPONS,
    at: new Date(),
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
  checkRange(caller, batch, range, new Date())
  const counts = queries.noCoupons()
  for (const keys of keyPieces(await batchKeyOf(context, range.batchId), range)) {
    add(counts, await queries.countStatuses(context.db, keys))
  }
  const { from } = COUPON_MACHINE[range.action]
  const changed = from.reduce((sum, status) => sum + counts[status], 0)
  for (const status of from) counts[status] = 0
  return { changeId: null, changed, unchanged: unchangedOf(range.action, counts) }
}

/**
 * Activates or deactivates a run of serials, all of it in one transaction. Each coupon moves only
 * from a state the machine allows, looked at when it is moved: one that is scanned meanwhile stays.
 * Doing it again changes nothing more and leaves no second record.
 */
export async function activateCoupons(
  context: Context,
  caller: StaffCaller,
  range: Range,
  origin: Origin,
): Promise<Answer> {
  const batchKey = await batchKeyOf(context, range.batchId)
  return transaction(context.db, async (tx) => {
    const { batchId, action, from, to, reason, device } = range
    const batch = await lockedBatch(tx, batchId)
    const at = new Date()
    checkRange(caller, batch, range, at)
    const machine = COUPON_MACHINE[action]
    const moved: Partial<queries.StatusCounts> = {}
    const counts = queries.noCoupons()
    for (const keys of keyPieces(batchKey, range)) {
      for (const status of machine.from) {
        const move = { from: status, to: machine.to, at }
        moved[status] = (moved[status] ?? 0) + (await queries.moveCoupons(tx, keys, move))
      }
      add(counts, await queries.countStatuses(tx, keys))
    }
    const changed = Object.values(moved).reduce((sum, count) => sum + count, 0)
    counts[machine.to] -= changed
    const unchanged = unchangedOf(action, counts)
    if (changed === 0) return { changeId: null, changed, unchanged }
    await queries.addToCounts(tx, batchId, moved, machine.to)
    const changeId = await queries.insertChange(tx, {
      batchId,
      plantId: batch.plantId,
      from,
      to,
      action,
      changed,
      reason,
      staffId: caller.staffId,
      device,
      at,
    })
    await writeAudit(tx, context.keys, {
      by: caller,
      action: `coupons.${action}d`,
      subject: 'coupon_batch',
      subjectId: batchId,
      after: { changeId, from, to, changed },
      reason,
      requestId: origin.requestId,
    })
    return { changeId, changed, unchanged }
  })
}

type RangeBatch = {
  batchId: number
  plantId: number
  quantity: number
  expiresAt: Date
  status: BatchStatus
}

function checkRange(caller: StaffCaller, batch: RangeBatch, { to }: Range, at: Date): void {
  const { batchId, plantId, quantity, expiresAt, status } = batch
  if (plantId !== caller.plantId) {
    throw new AppError('forbidden', `Batch ${batchId} belongs to another plant.`)
  }
  if (status === 'blocked') {
    throw new AppError('conflict', `Batch ${batchId} is blocked: its coupons stay as they are.`)
  }
  if (!WITH_COUPONS.includes(status)) {
    throw new AppError('conflict', `Batch ${batchId} has no coupons: it is not generated.`)
  }
  if (expiresAt <= at) {
    throw new AppError('conflict', `Batch ${batchId} expired on ${lastDay(expiresAt)}.`)
  }
  if (to > quantity) throw invalidField('to', `This batch has the serials 1 to ${quantity}.`)
}

/** The keys of the serials in pieces, each in key order: everybody locks coupons in that order. */
function* keyPieces(batchKey: Buffer, { batchId, from, to }: Range): Generator<string[]> {
  for (let first = from; first <= to; first += PIECE) {
    yield codeKeysOf(batchKey, batchId, first, Math.min(PIECE, to - first + 1)).sort()
  }
}

function add(sums: queries.StatusCounts, counts: queries.StatusCounts): void {
  for (const status of Object.keys(counts) as CouponStatus[]) sums[status] += counts[status]
}

function unchangedOf(action: Action, counts: queries.StatusCounts): Answer['unchanged'] {
  const statuses = Object.keys(counts) as CouponStatus[]
  return statuses
    .filter((status) => counts[status] > 0)
    .map((status) => ({
      status,
      count: counts[status],
      why: WHY[action][status] ?? 'Changed by somebody else at the same moment.',
    }))
}

const lastDay = (expiresAt: Date) => dayOf(new Date(expiresAt.getTime() - 1))
