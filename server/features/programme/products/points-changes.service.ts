import type { z } from 'zod'
import { formatDay } from '../../../../contract/format.ts'
import type {
  PointsChangeState,
  ProductDetail,
  proposePoints as proposeEndpoint,
} from '../../../../contract/programme/products.ts'
import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import * as masters from '../../people/masters/index.ts'
import type { By } from '../../people/masters/index.ts'
import * as queries from './points-changes.queries.ts'
import { getProduct } from './products.service.ts'
import { lockProduct } from './products.queries.ts'

type Wanted = { productId: number } & z.output<NonNullable<typeof proposeEndpoint.body>>
/** A day further away is a slip of the hand. */
const PLANNED_DAYS = 3 * 366

/**
 * Changes the points of new batches from a day on. More points than are approved for any day until
 * then wait for another person; fewer hold at once, as nobody can gain by them.
 */
export async function proposePoints(
  context: Context,
  by: By,
  { productId, fromDay, points, reason }: Wanted,
): Promise<ProductDetail> {
  return transaction(context.db, async (tx) => {
    await lockedProduct(tx, productId)
    const at = context.now()
    const today = dayOf(at)
    await checkDay(tx, productId, { fromDay, today, points })
    const fewest = await queries.fewestPoints(tx, productId, { from: today, to: fromDay })
    const approved = points <= fewest
    const { staffId } = by.caller
    const change = { productId, fromDay, points, reason, by: staffId, at, approved }
    const changeId = await queries.insertChange(tx, change)
    await masters.audit(tx, context, by, {
      action: approved ? 'product.points.planned' : 'product.points.proposed',
      subject: 'product',
      subjectId: productId,
      after: { changeId, fromDay, points },
      reason,
      at,
    })
    return getProduct(context, tx, productId)
  })
}

async function checkDay(
  tx: Tx,
  productId: number,
  { fromDay, today, points }: { fromDay: string; today: string; points: number },
): Promise<void> {
  if (fromDay < today) {
    throw invalidField('fromDay', 'This day is over. Points change today or later.')
  }
  if (fromDay > addDays(today, PLANNED_DAYS)) {
    throw invalidField('fromDay', 'This day is more than three years away: check the year.')
  }
  const open = await queries.openOn(tx, productId, { day: fromDay, today })
  if (open) {
    const words = open.state === 'proposed' ? 'waits for approval' : 'is planned'
    const sentence = `A change for ${formatDay(fromDay)} ${words} already. Withdraw it first.`
    throw new AppError('conflict', sentence, { fields: { fromDay: sentence } })
  }
  if ((await queries.pointsOnDay(tx, productId, fromDay)) === points) {
    throw invalidField('points', `The product has these points on ${formatDay(fromDay)} already.`)
  }
}

type Step = { productId: number; changeId: number }

/** Puts proposed points in force from their day; the approver is another than who proposed them. */
export async function approvePoints(context: Context, by: By, step: Step): Promise<ProductDetail> {
  return settle(context, by, { ...step, state: 'approved' }, async (change, { tx, at, today }) => {
    const { fromDay, proposedBy } = change
    refuseOwn(by, proposedBy, 'approves')
    await refuseNoSecond(tx, by.caller, [proposedBy], at)
    if (fromDay < today) {
      throw new AppError(
        'conflict',
        `${formatDay(fromDay)} is over: these points would hold for a day that is gone. Reject them and propose a new day.`,
      )
    }
  })
}

export async function rejectPoints(
  context: Context,
  by: By,
  step: Step & { reason: string },
): Promise<ProductDetail> {
  return settle(context, by, { ...step, state: 'rejected' }, async ({ proposedBy }) =>
    refuseOwn(by, proposedBy, 'rejects'),
  )
}

function refuseOwn({ caller }: By, proposedBy: number, verb: string): void {
  if (caller.staffId !== proposedBy) return
  throw new AppError('forbidden', `Somebody else ${verb} what you proposed. You can withdraw it.`)
}

/** Takes back a change that waits, or an approved one before its day. */
export async function withdrawPoints(
  context: Context,
  by: By,
  step: Step & { reason: string },
): Promise<ProductDetail> {
  return settle(context, by, { ...step, state: 'withdrawn' }, async () => {})
}

type Locked = NonNullable<Awaited<ReturnType<typeof queries.lockChange>>>

async function settle(
  context: Context,
  by: By,
  wanted: Step & { state: Exclude<PointsChangeState, 'proposed'>; reason?: string },
  check: (change: Locked, now: { tx: Tx; at: Date; today: string }) => Promise<void>,
): Promise<ProductDetail> {
  const { productId, changeId, state, reason } = wanted
  return transaction(context.db, async (tx) => {
    await lockedProduct(tx, productId)
    const change = await queries.lockChange(tx, productId, changeId)
    if (!change) throw notFound('This change of points')
    const at = context.now()
    const today = dayOf(at)
    refuseSettled(change, state, today)
    await check(change, { tx, at, today })
    await queries.decide(tx, changeId, { state, by: by.caller.staffId, at })
    const { fromDay, points } = change
    await masters.audit(tx, context, by, {
      action: `product.points.${state}`,
      subject: 'product',
      subjectId: productId,
      after: { changeId, fromDay, points },
      ...(reason !== undefined && { reason }),
      at,
    })
    return getProduct(context, tx, productId)
  })
}

function refuseSettled({ state, fromDay }: Locked, to: PointsChangeState, today: string): void {
  if (state === 'proposed') return
  if (to === 'withdrawn' && state === 'approved') {
    if (fromDay > today) return
    throw new AppError(
      'conflict',
      `These points hold since ${formatDay(fromDay)}. Change the points instead.`,
    )
  }
  throw new AppError('conflict', `This change of points is ${state} already.`)
}

async function lockedProduct(tx: Tx, productId: number): Promise<void> {
  if (!(await lockProduct(tx, productId))) throw notFound('This product')
}
