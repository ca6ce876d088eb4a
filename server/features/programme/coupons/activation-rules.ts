import type { z } from 'zod'
import type { BatchStatus } from '../../../../contract/programme/batches.ts'
import type {
  activateCoupons as endpoint,
  CouponStatus,
} from '../../../../contract/programme/coupons.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'

export type Range = z.output<NonNullable<(typeof endpoint)['body']>>
type Answer = z.input<(typeof endpoint)['response']>
type Action = Range['action']
type Counts = Record<CouponStatus, number>

/** Coupons changed by one transaction: a scan of one of them waits so long at most. */
const PIECE = 5_000

export const WITH_COUPONS: readonly BatchStatus[] = ['generated', 'printed', 'closed']

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

type RangeBatch = {
  batchId: number
  plantId: number
  quantity: number
  expiresAt: Date
  status: BatchStatus
}

/** Refuses a run that is not the caller's or that its batch does not have, or not at this moment. */
export function checkRange(caller: StaffCaller, batch: RangeBatch, { to }: Range, at: Date): void {
  const { batchId, plantId, quantity, expiresAt, status } = batch
  if (plantId !== caller.plantId) {
    throw new AppError('forbidden', `Batch ${batchId} belongs to another plant.`)
  }
  if (status === 'blocked') {
    throw new AppError('conflict', `Batch ${batchId} is blocked: its coupons stay as they are.`, {
      reason: 'batch_blocked',
    })
  }
  if (!WITH_COUPONS.includes(status)) {
    throw new AppError('conflict', `Batch ${batchId} has no coupons: it is not generated.`, {
      reason: 'batch_not_ready',
    })
  }
  if (expiresAt <= at) {
    throw new AppError('conflict', `Batch ${batchId} expired on ${lastDay(expiresAt)}.`, {
      reason: 'batch_expired',
    })
  }
  if (to > quantity) throw invalidField('to', `This batch has the serials 1 to ${quantity}.`)
}

/** The run in pieces, in the order of the serials. */
export function piecesOf(range: Range): Range[] {
  const count = Math.ceil((range.to - range.from + 1) / PIECE)
  return Array.from({ length: count }, (_, index) => {
    const from = range.from + index * PIECE
    return { ...range, from, to: Math.min(from + PIECE - 1, range.to) }
  })
}

export function addCounts(sums: Counts, counts: Counts): void {
  for (const status of Object.keys(counts) as CouponStatus[]) sums[status] += counts[status]
}

/** Those that an action leaves as they are, by their state, each with the reason. */
export function unchangedOf(action: Action, counts: Counts): Answer['unchanged'] {
  const statuses = Object.keys(counts) as CouponStatus[]
  return statuses
    .filter((status) => counts[status] > 0)
    .map((status) => ({
      status,
      count: counts[status],
      why: WHY[action][status] ?? 'Changed by somebody else at the same moment.',
    }))
}

export const lastDay = (expiresAt: Date) => dayOf(new Date(expiresAt.getTime() - 1))
