import type { z } from 'zod'
import type {
  ParcelRow,
  ParcelsDone,
  deliverParcels as deliverEndpoint,
  dispatchParcels as dispatchEndpoint,
} from '../../../../contract/money/parcels.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { eachOnce, oneByOne } from '../../../lib/one-by-one.ts'
import { refuseNumbers } from '../../people/kyc/index.ts'
import { lockedMember } from '../../people/members/index.ts'
import {
  checkRedemptions,
  lockedRedemption,
  type LockedRedemption,
  move,
  stopsOf,
} from '../redemptions/index.ts'
import { takeTax, undoTax } from '../tax/index.ts'
import { whyNotParcel, type ParcelAction } from './parcel-rules.ts'
import * as queries from './parcels.queries.ts'
import { parcelOf } from './parcels.service.ts'
import { tellReceiver } from './tell-receiver.ts'

export type Act = { context: Context; caller: StaffCaller; origin: Origin }

/**
 * Hands gifts to a courier, each in a transaction of its own: the checklist is looked at once more,
 * the tax of the gift is taken, and its redemption waits for the delivery. Left alone, each with the
 * reason: what is not to be dispatched, what may not be given now, a tracking number that is known.
 */
export async function dispatchParcels(
  act: Act,
  { courier, parcels }: z.output<NonNullable<typeof dispatchEndpoint.body>>,
): Promise<ParcelsDone> {
  const tracking = new Map(parcels.map((one) => [one.redemptionId, one.trackingNumber]))
  if (tracking.size < parcels.length) {
    throw new AppError('invalid', 'One of the gifts stands there twice: send each once.')
  }
  return each(act, [...tracking.keys()], async (redemptionId) => {
    const parcel = { courier, trackingNumber: tracking.get(redemptionId) ?? '' }
    await transaction(act.context.db, (tx) => dispatchOne(tx, act, redemptionId, parcel))
    tellReceiver(act.context, redemptionId, 'dispatched')
  })
}

async function dispatchOne(
  tx: Tx,
  { context, caller, origin }: Act,
  redemptionId: string,
  { courier, trackingNumber }: { courier: string; trackingNumber: string },
): Promise<void> {
  const redemption = await lockedFor(tx, redemptionId, 'dispatch')
  const { memberId, number } = redemption
  await lockedMember(tx, memberId)
  const checked = (await checkRedemptions(tx, context, [redemptionId], { next: true })).get(
    redemptionId,
  )
  if (checked?.verdict !== 'green' && checked?.verdict !== 'amber') {
    const why = stopsOf(checked?.lines ?? [])
    throw new AppError('conflict', `${number} cannot be given now. ${why}`.trim())
  }
  const at = context.now()
  const tries = ((await queries.lockLastParcel(tx, redemptionId))?.try ?? 0) + 1
  const parcel = { redemptionId, tries, courier, trackingNumber, at, staffId: caller.staffId }
  if (!(await queries.insertParcel(tx, parcel))) {
    const other = await queries.numberTracked(tx, courier, trackingNumber)
    const whose = other === null ? '' : ` of ${other}`
    const message = `${courier} has the parcel${whose} under ${trackingNumber} already: a tracking number is given once.`
    throw new AppError('conflict', message)
  }
  const gift = await queries.taxedGift(tx, redemptionId)
  const given = { redemptionId, paymentId: null, memberId, kind: 'gift' as const, at, ...gift }
  const { taxPaise } = await takeTax(context, tx, given)
  await move(tx, context, redemptionId, {
    action: 'queue',
    by: caller,
    at,
    note: `${courier} ${trackingNumber}`,
    requestId: origin.requestId,
    told: { courier, trackingNumber, parcel: tries, taxPaise },
  })
}

/** The members have their gifts: their points are redeemed. Each in a transaction of its own. */
export async function deliverParcels(
  act: Act,
  { redemptionIds }: z.output<NonNullable<typeof deliverEndpoint.body>>,
): Promise<ParcelsDone> {
  const { context, caller, origin } = act
  return each(act, [...new Set(redemptionIds)], async (redemptionId) => {
    await transaction(context.db, async (tx) => {
      await lockedFor(tx, redemptionId, 'deliver')
      const parcel = await lockedParcel(tx, redemptionId)
      const at = context.now()
      await queries.setParcel(tx, parcel, { state: 'delivered', delivered_at: at })
      const { courier, trackingNumber } = parcel
      const told = { courier, trackingNumber, parcel: parcel.tries }
      const { requestId } = origin
      await move(tx, context, redemptionId, { action: 'pay', by: caller, at, requestId, told })
    })
    tellReceiver(context, redemptionId, 'delivered')
  })
}

/** A parcel came back: the gift is not given, so its tax is undone. It may be dispatched again. */
export async function returnParcel(
  { context, caller, origin }: Act,
  redemptionId: string,
  reason: string,
): Promise<ParcelRow> {
  refuseNumbers('reason', reason)
  await transaction(context.db, async (tx) => {
    await lockedFor(tx, redemptionId, 'return')
    const parcel = await lockedParcel(tx, redemptionId)
    const at = context.now()
    await queries.setParcel(tx, parcel, {
      state: 'returned',
      returned_at: at,
      return_reason: reason,
    })
    await undoTax(tx, { redemptionId }, at)
    await move(tx, context, redemptionId, {
      action: 'fail',
      by: caller,
      at,
      note: reason,
      requestId: origin.requestId,
      told: { courier: parcel.courier, trackingNumber: parcel.trackingNumber },
    })
  })
  return parcelOf(context, redemptionId)
}

/** Gives a gift up that is with us: it is in stock again, and the member has the points back. */
export async function restockParcel(
  { context, caller, origin }: Act,
  redemptionId: string,
  reason: string,
): Promise<ParcelRow> {
  refuseNumbers('reason', reason)
  await transaction(context.db, async (tx) => {
    await lockedFor(tx, redemptionId, 'restock')
    const parcel = await lastParcel(tx, redemptionId)
    if (parcel) await queries.setParcel(tx, parcel, { state: 'restocked' })
    const step = { action: 'give_up' as const, by: caller, at: context.now(), note: reason }
    await move(tx, context, redemptionId, { ...step, requestId: origin.requestId })
  })
  tellReceiver(context, redemptionId, 'restocked')
  return parcelOf(context, redemptionId)
}

/** The redemption, locked, of a gift with which this may be done; else 404 or 409 in words. */
async function lockedFor(
  tx: Tx,
  redemptionId: string,
  action: ParcelAction,
): Promise<LockedRedemption> {
  const redemption = await lockedRedemption(tx, redemptionId)
  const why = whyNotParcel(redemption, action)
  if (why !== null) throw new AppError('conflict', why)
  return redemption
}

async function lockedParcel(tx: Tx, redemptionId: string) {
  const parcel = await lastParcel(tx, redemptionId)
  if (!parcel) throw notFound('This parcel')
  return parcel
}

/** The last parcel of a gift, locked; null where it was never dispatched. */
async function lastParcel(tx: Tx, redemptionId: string) {
  const parcel = await queries.lockLastParcel(tx, redemptionId)
  return parcel ? { ...parcel, redemptionId, tries: parcel.try } : null
}

/** Does it with each; what cannot be done is left with its reason, and what was done stays done. */
async function each(
  { context }: Act,
  redemptionIds: readonly string[],
  work: (redemptionId: string) => Promise<void>,
): Promise<ParcelsDone> {
  const found = await queries.numbersOf(context.db, redemptionIds.filter(isId))
  const idOf = ({ redemptionId }: { redemptionId: string }) => redemptionId
  const selected = eachOnce(redemptionIds, found, { idOf, what: 'Redemption' })
  const words = { logged: 'parcel not changed among many', didNot: 'changed' }
  const { done, left } = await oneByOne(context, selected, (one) => work(idOf(one)), words)
  return { done: done.map(idOf), left }
}
