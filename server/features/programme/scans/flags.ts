import type { ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { KEPT_MOST_HOURS, RULE_OFF } from '../../../../contract/platform/rule-fraud.ts'
import type { AccountChange } from './plan.ts'
import { kilometresBetween } from './distance.ts'
import type { Signals } from './signals.ts'
import { kilometresOutside } from './state-areas.ts'
import type { AccountSeen, BatchSeen, ScanItem, ScanLimits, World } from './world.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A hundredth of a degree: 1.1 km north to south, about 1 km east to west in India. */
const CELLS_PER_DEGREE = 100

/** A moment at a place, both as the phone told. */
export type Place = { at: Date; lat: number; lng: number }

export function placeOf({ lat, lng }: ScanItem, at: Date): Place | null {
  return lat === undefined || lng === undefined ? null : { at, lat, lng }
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
const withoutPlaceKey = (memberId: number) => `np:${memberId}`
const withoutDeviceKey = (memberId: number) => `nd:${memberId}`
const newDeviceKey = (memberId: number) => `wd:${memberId}`

/** The counters that flagging this item may read. */
export function signalKeysOf(item: ScanItem): string[] {
  const { memberId, device } = item
  const place = placeOf(item, new Date(0))
  return [
    place ? placeKey(place, item.batchId) : withoutPlaceKey(memberId),
    ...(device ? [deviceKey(device), newDeviceKey(memberId)] : [withoutDeviceKey(memberId)]),
  ]
}

/** A rule that is switched off counts nothing: its counters would be rows that are written for nobody. */
const tooMany = (signals: Signals, key: string, limit: number): boolean =>
  limit < RULE_OFF && signals.addAbove(key, limit)

/** The member's account as the lookup saw it, and what the batch changes of it. */
export type Owner = { seen: AccountSeen; change: AccountChange }

/** Whether the member used other devices on earlier days only; who has used none yet has no new one. */
function isNew(device: string, { seen, change }: Owner): boolean {
  const first = seen.devices[0] ?? change.devices?.[0]
  const known =
    seen.knownDevices.length > 0 ? seen.knownDevices : first === undefined ? [] : [first]
  return known.length > 0 && !known.includes(device)
}

/** Counts the member on the device once a day; whether that makes too many. */
function onSharedDevice(
  device: string,
  { seen, change }: Owner,
  limit: number,
  signals: Signals,
): boolean {
  const members = deviceKey(device)
  if (seen.devices.includes(device) || change.devices?.includes(device)) {
    return signals.count(members) > limit
  }
  change.devices = [...(change.devices ?? []), device]
  return signals.addAbove(members, limit)
}

function flagsOfDevice(
  { memberId, device }: ScanItem,
  owner: Owner,
  { membersPerDevice, scansOnNewDevices, scansWithoutDevice }: ScanLimits,
  signals: Signals,
): ScanFlag[] {
  if (!device) {
    return tooMany(signals, withoutDeviceKey(memberId), scansWithoutDevice) ? ['no_device'] : []
  }
  const flags: ScanFlag[] = []
  const countsAsNew = isNew(device, owner)
  if (onSharedDevice(device, owner, membersPerDevice, signals)) flags.push('shared_device')
  if (countsAsNew && tooMany(signals, newDeviceKey(memberId), scansOnNewDevices)) {
    flags.push('new_device')
  }
  return flags
}

function flagsOfPlace(
  { memberId }: ScanItem,
  { batchId, sentToState }: BatchSeen,
  place: Place | null,
  { scansWithoutPlace, serialsPerPlace, farFromDestinationKm }: ScanLimits,
  signals: Signals,
): ScanFlag[] {
  if (!place) {
    return tooMany(signals, withoutPlaceKey(memberId), scansWithoutPlace) ? ['no_place'] : []
  }
  const flags: ScanFlag[] = []
  if (signals.addAbove(placeKey(place, batchId), serialsPerPlace)) flags.push('bulk_at_place')
  if (sentToState !== null && kilometresOutside(sentToState, place) > farFromDestinationKm) {
    flags.push('far_from_destination')
  }
  return flags
}

function flagsOfClock({ at: claimed }: ScanItem, { at, limits }: World): ScanFlag[] {
  if (!claimed) return []
  const ahead = claimed.getTime() - at.getTime()
  if (ahead > limits.clockAheadMinutes * MINUTE_MS) return ['clock_off']
  const kept = limits.keptOfflineHours
  return kept < KEPT_MOST_HOURS && -ahead > kept * HOUR_MS ? ['kept_long'] : []
}

/**
 * The flags of a scan that is about to be credited, and its traces in the day's counters. Only
 * credited scans are counted: refused ones move no points, and wrong codes have their own limit.
 * Where a place or a device is not told, that is counted in the stead of what would have been.
 */
export function flagsOf(
  item: ScanItem,
  owner: Owner,
  batch: BatchSeen,
  place: Place | null,
  lastPlace: Place | null,
  world: World,
  signals: Signals,
): ScanFlag[] {
  const { limits } = world
  const flags: ScanFlag[] = []
  if (batch.sentToState !== null && batch.sentToState !== item.state) flags.push('outside_state')
  if (place && lastPlace && impossibleWay(lastPlace, place, limits)) flags.push('too_far')
  return [
    ...flags,
    ...flagsOfDevice(item, owner, limits, signals),
    ...flagsOfPlace(item, batch, place, limits, signals),
    ...flagsOfClock(item, world),
  ]
}
