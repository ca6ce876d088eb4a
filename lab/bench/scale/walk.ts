import { SCAN_FLAGS } from '../../../contract/programme/scan-flags.ts'
import { SCAN_RESULTS, type ScanResult } from '../../../contract/programme/scans.ts'
import { Accounts, ADJUSTMENT_SLOT, low, SCAN_SLOT } from './accounts.ts'
import { chance } from './chance.ts'
import type { CopyRows } from './copy-rows.ts'
import { WORDS } from './coupon-keys.ts'
import { DayCounts } from './day-counts.ts'
import { plantOf, pointsOf, productOf, stateOf } from './programme-rules.ts'
import { Redemptions } from './redemptions.ts'
import { BLOCK, type Sizes } from './sizes.ts'

export const SCAN_COLUMNS = [
  'id',
  'code_key',
  'occurred_at',
  'recorded_at',
  'reviewed_at',
  'member_id',
  'retailer_id',
  'batch_id',
  'serial',
  'points',
  'product_id',
  'reviewed_by',
  'lat',
  'lng',
  'result',
  'state',
  'plant_id',
  'review',
  'flags',
  'device',
  'review_reason',
]
/** Every coupon whose place is not left out by this is scanned, in the order of its block. */
const STRIDE = 1.12
/** Odd and no multiple of five: steps through a block of tens once, in no visible order. */
const SCATTER = 618_033
const BONUS = 10
const WAITING_DAYS = 20
const RARE = 2_000
const DAY_MS = 86_400_000
const REFUSED: [ScanResult, number][] = [
  ['unknown', 0.33],
  ['already_scanned', 0.6],
  ['already_yours', 0.78],
  ['not_active', 0.88],
  ['limit_reached', 0.91],
  ['expired', 0.95],
  ['blocked', 0.98],
  ['not_eligible', 1],
]
const CREDITED_PART = 0.85
const INDIA_MINUTES = 330 * 60_000

type Outlets = {
  scans: CopyRows
  transfers: CopyRows
  redemptions: CopyRows
  claims: CopyRows
  adjustments: CopyRows
}
export type Walked = {
  accounts: Accounts
  counts: DayCounts
  /** By the coupon's place: who scanned it (0: nobody), when, and for how many points. */
  scannedBy: Int32Array
  scannedAt: Float64Array
  scannedPoints: Int16Array
}

/** A year of scans, one after the other, with all that they and the members after them move. */
export async function walk(sizes: Sizes, keys: Int32Array, to: Outlets): Promise<Walked> {
  const walker = new Walker(sizes, keys, to)
  const all = Object.values(to)
  for (let tick = 0; tick < sizes.rows; tick++) {
    walker.step(tick)
    if (to.scans.full) await Promise.all(all.map((rows) => rows.flush()))
  }
  walker.finish()
  return walker
}

class Walker implements Walked {
  readonly accounts: Accounts
  readonly counts: DayCounts
  readonly scannedBy: Int32Array
  readonly scannedAt: Float64Array
  readonly scannedPoints: Int16Array
  readonly #sizes: Sizes
  readonly #keys: Int32Array
  readonly #to: Outlets
  readonly #redemptions: Redemptions
  readonly #random = chance(20_261_122)
  readonly #begin: number
  readonly #step: number
  readonly #block: number
  #credited = 0
  #claims = 0

  constructor(sizes: Sizes, keys: Int32Array, to: Outlets) {
    const { rows, days, now } = sizes
    this.#sizes = sizes
    this.#keys = keys
    this.#to = to
    this.scannedBy = new Int32Array(rows)
    this.scannedAt = new Float64Array(rows)
    this.scannedPoints = new Int16Array(rows)
    this.accounts = new Accounts(sizes, to.transfers)
    this.counts = new DayCounts(sizes)
    this.#redemptions = new Redemptions(sizes, this.accounts, to.redemptions)
    this.#begin = now.getTime() - days * DAY_MS
    this.#step = (days * DAY_MS - 60_000) / rows
    this.#block = Math.min(rows, BLOCK)
  }

  step(tick: number): void {
    const at = Math.floor(this.#begin + tick * this.#step)
    this.accounts.tick(at, Math.floor((at - this.#begin) / DAY_MS))
    if (this.#random() < CREDITED_PART) this.#credit(tick, at)
    else this.#refuse(at)
    this.#redemptions.settle(at)
  }

  finish(): void {
    this.#redemptions.finish()
  }

  /** A few members scan often and most now and then; who they are is spread over all numbers. */
  #someone(): number {
    const members = this.#sizes.members - this.#sizes.erased
    return ((Math.floor(members * this.#random() ** 1.5) * 7_919) % members) + 1
  }

  /** The place of the coupon that is scanned as the nth. */
  #place(nth: number): number {
    const slot = Math.floor(nth * STRIDE)
    const within = slot % this.#block
    return slot - within + ((within * SCATTER) % this.#block)
  }

  #credit(tick: number, at: number): void {
    const [memberId, place] = [this.#someone(), this.#place(this.#credited++)]
    const batchId = Math.floor(place / this.#sizes.batchSize) + 1
    const points = pointsOf(productOf(batchId))
    const ref = { at, low: low(SCAN_SLOT, 0) }
    const flagged = tick % RARE === 7
    const waits = at > this.#sizes.now.getTime() - WAITING_DAYS * DAY_MS
    const reversed = flagged && !waits && tick % (4 * RARE) === 7
    const given = { memberId, points, ref }
    let all = points
    if (flagged) {
      const seq = this.accounts.move({ kind: 'scan_held', ...given })
      if (reversed) this.accounts.move({ kind: 'scan_reversed', ...given, reverses: seq })
      else if (!waits) this.accounts.move({ kind: 'scan_released', ...given })
    } else {
      this.accounts.move({ kind: 'scan', ...given })
      if (tick % 8 === 3) all += this.#bonus(memberId, tick, at)
    }
    if (!reversed) {
      this.scannedBy[place] = memberId
      this.scannedAt[place] = at
      this.scannedPoints[place] = all
    }
    const review = flagged ? { state: waits ? 0 : reversed ? 2 : 1, tick } : undefined
    this.#write({ at, memberId, place, result: 'credited', points: all, review })
    this.#redemptions.consider(memberId, at)
    this.#now_and_then(tick, at)
  }

  #bonus(memberId: number, tick: number, at: number): number {
    const schemeId = Math.floor((tick / this.#sizes.rows) * this.#sizes.schemes) + 1
    const ref = { at, low: low(SCAN_SLOT, 0) }
    this.accounts.move({ kind: 'scheme_bonus', memberId, points: BONUS, ref, schemeId })
    this.counts.addBonus(schemeId, at + INDIA_MINUTES, BONUS)
    return BONUS
  }

  #now_and_then(tick: number, at: number): void {
    const memberId = this.#someone()
    if (tick % 400 === 11) {
      const ref = { at, low: low(ADJUSTMENT_SLOT, 0) }
      this.accounts.move({ kind: 'adjustment', memberId, points: 25, ref })
      const rows = this.#to.adjustments
      rows.row()
      rows.id(at, ref.low)
      rows.int4(memberId)
      rows.at(at)
    }
    const left = this.accounts.available[memberId] ?? 0
    if (tick % 100 === 13 && left >= 20) {
      const ref = { at, low: low(ADJUSTMENT_SLOT, 1) }
      this.accounts.move({ kind: 'expiry', memberId, points: 20, ref })
    }
  }

  #refuse(at: number): void {
    const draw = this.#random()
    const [result] = REFUSED.find(([, upTo]) => draw < upTo) ?? ['unknown']
    if (result === 'unknown') {
      this.#write({ at, memberId: this.#someone(), place: undefined, result, points: 0 })
      return
    }
    const place = this.#place(Math.floor(this.#random() * this.#credited))
    const first = this.scannedBy[place] ?? 0
    const memberId = result === 'already_yours' && first > 0 ? first : this.#someone()
    if (result === 'already_scanned' && first > 0 && first !== memberId) {
      if (this.#claims++ % 25 === 0) this.#claim(at, memberId, place)
    }
    this.#write({ at, memberId, place, result, points: 0 })
  }

  /** What a dispute is made of. */
  #claim(at: number, memberId: number, place: number): void {
    const { batchSize } = this.#sizes
    const rows = this.#to.claims
    rows.row()
    rows.id(at, low(SCAN_SLOT, 0))
    rows.int4(memberId)
    this.#key(rows, place)
    rows.int4(Math.floor(place / batchSize) + 1)
    rows.int4((place % batchSize) + 1)
    rows.int4(this.scannedBy[place] ?? 0)
    rows.id(this.scannedAt[place] ?? 0, low(SCAN_SLOT, 0))
    rows.at(at)
  }

  #key(rows: CopyRows, place: number): void {
    const from = place * WORDS
    const keys = this.#keys
    const batchId = Math.floor(place / this.#sizes.batchSize) + 1
    rows.key(batchId, keys[from] ?? 0, keys[from + 1] ?? 0, keys[from + 2] ?? 0)
  }

  #write(scan: {
    at: number
    memberId: number
    place: number | undefined
    result: ScanResult
    points: number
    review?: { state: number; tick: number } | undefined
  }): void {
    const { at, memberId, place, points, review } = scan
    const result = SCAN_RESULTS[scan.result]
    const rows = this.#to.scans
    const word = () => (this.#random() * 2 ** 32) | 0
    rows.row()
    rows.id(at, low(SCAN_SLOT, 0))
    if (place === undefined) rows.key((word() & 0x7fff) + 0x80000, word(), word(), word())
    else this.#key(rows, place)
    rows.at(at)
    rows.at(at)
    if (review && review.state > 0) rows.at(at)
    else rows.none()
    rows.int4(memberId)
    const retailer = 4 * (1 + Math.floor(this.#random() * (this.#sizes.members / 4 - 2)))
    if (result === 0 && this.#random() < 0.06 && retailer !== memberId) rows.int4(retailer)
    else rows.none()
    const batchId = place === undefined ? 0 : Math.floor(place / this.#sizes.batchSize) + 1
    const [productId, plantId] = [productOf(batchId), plantOf(batchId)]
    if (place === undefined) rows.none()
    else rows.int4(batchId)
    if (place === undefined) rows.none()
    else rows.int4((place % this.#sizes.batchSize) + 1)
    rows.int4(points)
    if (place === undefined) rows.none()
    else rows.int4(productId)
    if (review && review.state > 0) rows.int4(1)
    else rows.none()
    rows.float4(19 + (memberId % 83) / 10)
    rows.float4(73 + (memberId % 97) / 10)
    rows.int2(result)
    rows.int2(stateOf(memberId))
    if (place === undefined) rows.none()
    else rows.int2(plantId)
    if (review) rows.int2(review.state)
    else rows.none()
    if (review) rows.oneText(SCAN_FLAGS[Math.floor(review.tick / RARE) % 4] ?? 'too_far')
    else rows.none()
    rows.text(`phone-${memberId}`)
    if (review && review.state > 0) rows.text('Looked at and called the member')
    else rows.none()
    const known = place !== undefined
    const where = known ? { productId, plantId } : { productId: 0, plantId: 0 }
    this.counts.add({ at: at + INDIA_MINUTES, result, state: stateOf(memberId), ...where, points })
  }
}
