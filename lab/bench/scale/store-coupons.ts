import { COUPON_STATUSES } from '../../../contract/programme/coupons.ts'
import { chance } from './chance.ts'
import type { CopyRows } from './copy-rows.ts'
import { WORDS } from './coupon-keys.ts'
import type { Sizes } from './sizes.ts'
import type { Walked } from './walk.ts'

export const COUPON_COLUMNS = [
  'code_key',
  'activated_at',
  'scanned_at',
  'batch_id',
  'serial',
  'scanned_by',
  'scanned_points',
  'status',
]
export const BATCH_COUNT_COLUMNS = [
  'batch_id',
  'scanned',
  'printed',
  'activated',
  'deactivated',
  'blocked',
]
/** As `generation.ts` stores them: so many at a time in the order of their keys. */
const RUN = 64_000
/** Batches past this part are new: no coupon of theirs was scanned yet. */
const OLD_PART = 0.953
const ACTIVE_BEFORE_MS = 20 * 86_400_000

type Outlets = { coupons: CopyRows; counts: CopyRows }

/** Every coupon as the walk left it, and how many of each batch are in which state. */
export async function storeCoupons(
  sizes: Sizes,
  keys: Int32Array,
  walked: Walked,
  { coupons, counts }: Outlets,
): Promise<void> {
  const { batches, batchSize } = sizes
  const random = chance(7)
  const states = new Uint8Array(batches * batchSize)
  for (let place = 0; place < states.length; place++) {
    const isOld = place / states.length < OLD_PART
    states[place] = stateOf(walked.scannedBy[place] ?? 0, isOld, random())
  }
  for (let from = 0; from < states.length; from += RUN) {
    for (const place of inKeyOrder(keys, from, Math.min(RUN, states.length - from), batchSize)) {
      write(coupons, { place, status: states[place] ?? 0 }, { sizes, keys, walked })
      if (coupons.full) await coupons.flush()
    }
  }
  for (let batch = 0; batch < batches; batch++) {
    writeCounts(counts, batch + 1, states.subarray(batch * batchSize, (batch + 1) * batchSize))
  }
}

function stateOf(scannedBy: number, isOld: boolean, draw: number): number {
  const { scanned, active, printed, deactivated, blocked } = COUPON_STATUSES
  if (scannedBy > 0) return scanned
  if (!isOld) return draw < 0.6 ? printed : active
  if (draw < 0.88) return active
  if (draw < 0.94) return printed
  return draw < 0.98 ? deactivated : blocked
}

/** Places of a run by batch and the first word of the digest. */
function inKeyOrder(keys: Int32Array, from: number, count: number, batchSize: number): number[] {
  const first = (place: number) => (keys[place * WORDS] ?? 0) >>> 0
  return Array.from({ length: count }, (_, index) => from + index).toSorted(
    (a, b) => Math.floor(a / batchSize) - Math.floor(b / batchSize) || first(a) - first(b),
  )
}

function write(
  rows: CopyRows,
  { place, status }: { place: number; status: number },
  of: { sizes: Sizes; keys: Int32Array; walked: Walked },
): void {
  const { batchSize, now, days } = of.sizes
  const { scannedBy, scannedAt, scannedPoints } = of.walked
  const batchId = Math.floor(place / batchSize) + 1
  const at = place * WORDS
  const isScanned = status === COUPON_STATUSES.scanned
  const begun = now.getTime() - days * 86_400_000 * (1 - place / scannedBy.length)
  const activated = isScanned ? (scannedAt[place] ?? 0) - ACTIVE_BEFORE_MS : Math.floor(begun)
  rows.row()
  rows.key(batchId, of.keys[at] ?? 0, of.keys[at + 1] ?? 0, of.keys[at + 2] ?? 0)
  if (status === COUPON_STATUSES.printed) rows.none()
  else rows.at(activated)
  if (isScanned) rows.at(scannedAt[place] ?? 0)
  else rows.none()
  rows.int4(batchId)
  rows.int4((place % batchSize) + 1)
  if (isScanned) rows.int4(scannedBy[place] ?? 0)
  else rows.none()
  if (isScanned) rows.int4(scannedPoints[place] ?? 0)
  else rows.none()
  rows.int2(status)
}

function writeCounts(rows: CopyRows, batchId: number, states: Uint8Array): void {
  const counts = [0, 0, 0, 0, 0]
  for (const state of states) counts[state] = (counts[state] ?? 0) + 1
  const { printed, active, scanned, deactivated, blocked } = COUPON_STATUSES
  const of = (state: number) => counts[state] ?? 0
  rows.row()
  rows.int4(batchId)
  rows.int4(of(scanned))
  rows.int4(of(printed))
  rows.int4(of(active) + of(scanned))
  rows.int4(of(deactivated))
  rows.int4(of(blocked))
}
