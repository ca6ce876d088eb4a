import type { Db, Tx } from '../../../db/database.ts'
import { placesOfCoupons } from '../coupons/index.ts'
import type { Place } from './decide.ts'
import { batchesOf, cartonsOf } from './delivery.queries.ts'

type Lot = { batchId: number; plantId: number; quantity: number; cartonSize: number | null }

/** What each key stands for, a pack or a carton; one that is neither is left out. */
export async function placesOfKeys(
  db: Db | Tx,
  keys: readonly string[],
): Promise<Map<string, Place>> {
  const packs = await placesOfCoupons(db, keys)
  const known = new Set(packs.map(({ key }) => key))
  const cartons = await cartonsOf(
    db,
    keys.filter((key) => !known.has(key)),
  )
  const batchIds = [...new Set([...packs, ...cartons].map(({ batchId }) => batchId))]
  const found = await batchesOf(db, batchIds)
  const lots = new Map(found.map((lot) => [lot.batchId, lot]))
  const places = new Map<string, Place>()
  for (const { key, batchId, serial } of packs) {
    const lot = lots.get(batchId)
    if (lot) places.set(key, packOf(lot, serial))
  }
  for (const { key, batchId, carton } of cartons) {
    const lot = lots.get(batchId)
    const place = lot && cartonOf(lot, carton)
    if (place) places.set(key, place)
  }
  return places
}

export function packOf({ batchId, plantId }: Omit<Lot, 'cartonSize'>, serial: number): Place {
  return { batchId, plantId, from: serial, to: serial, carton: null }
}

/** The serials of a carton, of which the last may hold fewer; null where the lot has no such carton. */
export function cartonOf(lot: Lot, carton: number): Place | null {
  const { batchId, plantId, quantity, cartonSize } = lot
  if (cartonSize === null || carton < 1) return null
  const from = (carton - 1) * cartonSize + 1
  if (from > quantity) return null
  return { batchId, plantId, from, to: Math.min(carton * cartonSize, quantity), carton }
}
