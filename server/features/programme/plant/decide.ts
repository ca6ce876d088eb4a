import type { BatchStatus } from '../../../../contract/programme/batches.ts'
import { COUPON_MACHINE, type CouponStatus } from '../../../../contract/programme/coupons.ts'
import type { PlantScanResult } from '../../../../contract/programme/plant.ts'
import type { LockedCoupon } from '../coupons/index.ts'
import type { Reading } from './reading.ts'

/** What a code stands for: a pack, or a carton of packs. */
export type Place = {
  batchId: number
  plantId: number
  from: number
  to: number
  carton: number | null
}

/** A reading that activated coupons and may be taken back. */
export type Undoable = {
  place: Place
  serials: readonly number[]
  /** What its coupons have as their activation as long as nobody activated them again. */
  activation: string
  /** In a delivery before: within one, what is taken back is not active by its reading any more. */
  undone: boolean
}

/** A coupon on its way through a delivery. */
type Coupon = LockedCoupon & { before: CouponStatus; activation: string; activated: boolean }

export type World = {
  plantId: number
  places: ReadonlyMap<string, Place>
  batches: ReadonlyMap<number, { status: BatchStatus; expiresAt: Date }>
  /** By couponName(); moved by decide(). */
  coupons: ReadonlyMap<string, Coupon>
  /** By the name of the reading; decide() adds those of this delivery. */
  undoable: Map<string, Undoable>
}

export type Decision = {
  reading: Reading
  result: Exclude<PlantScanResult, 'id_taken'>
  /** Null where nothing is told. */
  place: Place | null
  /** What it changed, in ascending order. */
  serials: number[]
}

const WITH_COUPONS: ReadonlySet<BatchStatus> = new Set(['generated', 'printed', 'closed'])

export const couponName = (batchId: number, serial: number) => `${batchId}/${serial}`
/** The activation of a coupon that was active before the delivery: by the moment it was recorded. */
export const activationAt = (at: Date | null) => `at ${at?.getTime() ?? 'no time'}`

/** The coupon as a delivery finds it. */
export function couponOf(locked: LockedCoupon): Coupon {
  const { status, activatedAt } = locked
  return { ...locked, before: status, activation: activationAt(activatedAt), activated: false }
}

/** Why nothing of this batch moves now; null where it may. */
export function standsStill(
  { status, expiresAt }: { status: BatchStatus; expiresAt: Date },
  now: Date,
): 'batch_blocked' | 'not_ready' | 'expired' | null {
  if (status === 'blocked') return 'batch_blocked'
  if (!WITH_COUPONS.has(status)) return 'not_ready'
  return expiresAt <= now ? 'expired' : null
}

/** What becomes of readings, one after the other: each finds what those before it left. */
export function decide(world: World, readings: readonly Reading[], now: Date): Decision[] {
  return readings.map((reading) =>
    reading.undoes === null
      ? decideCode(world, reading, now)
      : decideUndo(world, reading, reading.undoes, now),
  )
}

function decideCode(world: World, reading: Reading, now: Date): Decision {
  const nothing = { reading, place: null, serials: [] }
  const place = reading.key === null ? undefined : world.places.get(reading.key)
  if (!place) return { ...nothing, result: 'unknown' }
  if (place.plantId !== world.plantId) return { ...nothing, result: 'other_plant' }
  const still = stillness(world, place, now)
  if (still) return { ...nothing, place, result: still }
  const coupons = couponsIn(world, place)
  const { from, to } = COUPON_MACHINE.activate
  const movable = coupons.filter(({ status }) => from.includes(status))
  if (movable.length === 0) return { ...nothing, place, result: resultOf(coupons) }
  const activation = `by ${reading.scanId}`
  for (const coupon of movable) {
    Object.assign(coupon, { status: to, activation, activated: true })
  }
  const serials = movable.map(({ serial }) => serial)
  world.undoable.set(reading.scanId, { place, serials, activation, undone: false })
  return { reading, place, serials, result: 'activated' }
}

/** Takes back what a reading activated and what is active by it still: scanned ones stay scanned. */
function decideUndo(world: World, reading: Reading, undoes: string, now: Date): Decision {
  const target = world.undoable.get(undoes)
  if (!target) return { reading, place: null, serials: [], result: 'nothing_to_undo' }
  const { place, activation } = target
  const still = stillness(world, place, now)
  if (still) return { reading, place, serials: [], result: still }
  const { from, to } = COUPON_MACHINE.deactivate
  const movable = (target.undone ? [] : target.serials)
    .flatMap((serial) => world.coupons.get(couponName(place.batchId, serial)) ?? [])
    .filter((coupon) => from.includes(coupon.status) && coupon.activation === activation)
  if (movable.length === 0) return { reading, place, serials: [], result: 'nothing_to_undo' }
  for (const coupon of movable) coupon.status = to
  return { reading, place, serials: movable.map(({ serial }) => serial), result: 'undone' }
}

function stillness(world: World, { batchId }: Place, now: Date) {
  const batch = world.batches.get(batchId)
  return batch ? standsStill(batch, now) : 'not_ready'
}

function couponsIn({ coupons }: World, { batchId, from, to }: Place): Coupon[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index).flatMap(
    (serial) => coupons.get(couponName(batchId, serial)) ?? [],
  )
}

/** Of a carton where nothing is left to activate: the state that says most about it. */
function resultOf(coupons: readonly Coupon[]): Decision['result'] {
  const has = (status: CouponStatus) => coupons.some((coupon) => coupon.status === status)
  if (has('active')) return 'already_active'
  return has('scanned') ? 'scanned' : 'blocked'
}
