import type { ScanFlag } from '../../../contract/scans.ts'
import type { AccountChange } from './plan.ts'
import type { Signals } from './signals.ts'
import type { AccountSeen, BatchSeen, ScanItem, ScanLimits, World } from './world.ts'

const EARTH_RADIUS_KM = 6_371
const HOUR_MS = 3_600_000
/** A hundredth of a degree: 1.1 km north to south, about 1 km east to west in India. */
const CELLS_PER_DEGREE = 100

/** A moment at a place, both as the phone told. */
export type Place = { at: Date; lat: number; lng: number }

export function placeOf({ lat, lng }: ScanItem, at: Date): Place | null {
  return lat === undefined || lng === undefined ? null : { at, lat, lng }
}

/** Great-circle distance in kilometres (haversine). */
export function kilometresBetween(from: Place, to: Place): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const north = Math.sin(radians(to.lat - from.lat) / 2) ** 2
  const east = Math.sin(radians(to.lng - from.lng) / 2) ** 2
  const cosines = Math.cos(radians(from.lat)) * Math.cos(radians(to.lat))
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.sqrt(Math.min(1, north + cosines * east)))
}

/**
 * Whether nobody could have been at both: nearer than `fastestFromKm` nothing is suspected. The order
 * does not matter: phones send kept scans late.
 */
export function impossibleWay(
  from: Place,
  to: Place,
  { fastestKmh, fastestFromKm }: Pick<ScanLimits, 'fastestKmh' | 'fastestFromKm'>,
): boolean {
  const kilometres = kilometresBetween(from, to)
  const hours = Math.abs(to.at.getTime() - from.at.getTime()) / HOUR_MS
  return kilometres > fastestFromKm && kilometres > fastestKmh * hours
}

const placeKey = (place: Place, batchId: number) =>
  `p:${Math.floor(place.lat * CELLS_PER_DEGREE)},${Math.floor(place.lng * CELLS_PER_DEGREE)}:${batchId}`
const deviceKey = (device: string) => `d:${device}`

/** The counters that flagging this item may read. */
export function signalKeysOf(item: ScanItem): string[] {
  const keys: string[] = []
  const place = placeOf(item, new Date(0))
  if (place) keys.push(placeKey(place, item.batchId))
  if (item.device) keys.push(deviceKey(item.device))
  return keys
}

/** The member's account as the lookup saw it, and what the batch changes of it. */
export type Owner = { seen: AccountSeen; change: AccountChange }

/** Counts the member on the device once a day; whether that makes too many. */
function onSharedDevice(
  { device }: ScanItem,
  { seen, change }: Owner,
  limit: number,
  signals: Signals,
): boolean {
  if (!device) return false
  const members = deviceKey(device)
  if (seen.devices.includes(device) || change.devices?.includes(device)) {
    return signals.count(members) > limit
  }
  change.devices = [...(change.devices ?? []), device]
  return signals.addAbove(members, limit)
}

/**
 * The flags of a scan that is about to be credited, and its traces in the day's counters. Only
 * credited scans are counted: refused ones move no points, and wrong codes have their own limit.
 */
export function flagsOf(
  item: ScanItem,
  owner: Owner,
  batch: BatchSeen,
  place: Place | null,
  lastPlace: Place | null,
  { limits }: World,
  signals: Signals,
): ScanFlag[] {
  const flags: ScanFlag[] = []
  if (batch.sentToState !== null && batch.sentToState !== item.state) flags.push('outside_state')
  if (place && lastPlace && impossibleWay(lastPlace, place, limits)) flags.push('too_far')
  if (onSharedDevice(item, owner, limits.membersPerDevice, signals)) flags.push('shared_device')
  if (place && signals.addAbove(placeKey(place, batch.batchId), limits.serialsPerPlace)) {
    flags.push('bulk_at_place')
  }
  return flags
}
