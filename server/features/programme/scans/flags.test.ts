import { expect, test } from 'vitest'
import { decide } from './decide.ts'
import {
  DELHI,
  MUMBAI,
  account,
  after,
  batch,
  before,
  coupon,
  item,
  world,
  type Given,
} from './decide.fixture.ts'
import { kilometresOutside } from './state-areas.ts'
import type { ScanItem } from './world.ts'

/** What is missing or does not fit: one by one, as far as a scan by itself can tell. */

const flagsIn = (items: readonly Partial<ScanItem>[], given: Given) => {
  const coupons = items.map((_, i) => coupon({ codeKey: `c${i}` }))
  const scans = items.map((more, i) => item({ ...more, codeKey: `c${i}` }))
  return decide(scans, world({ coupons, ...given })).scans.map((row) => row.flags ?? [])
}
const placed = { ...DELHI, device: 'phone' }

test('scans without a place, by member and day', () => {
  const limits = { scansWithoutPlace: 1 }
  const items = [{}, placed, {}, { memberId: 2 }]
  expect(flagsIn(items, { limits })).toEqual([[], [], ['no_place'], []])
  const signals: [string, number][] = [['np:2', 1]]
  expect(flagsIn(items, { limits, signals })[3]).toEqual(['no_place'])
  expect(flagsIn(items, { limits: { scansWithoutPlace: 0 } })[0]).toEqual(['no_place'])
})

test('scans without a device, by member and day', () => {
  const limits = { scansWithoutDevice: 1 }
  const items = [DELHI, placed, MUMBAI, { memberId: 2 }]
  expect(flagsIn(items, { limits })).toEqual([[], [], ['too_far', 'no_device'], []])
  const signals: [string, number][] = [['nd:1', 1]]
  expect(flagsIn(items, { limits, signals })[0]).toEqual(['no_device'])
})

test('scans on devices that are new to the member', () => {
  const limits = { scansOnNewDevices: 1, membersPerDevice: 9 }
  const of = (...devices: string[]) => devices.map((device) => ({ device }))
  const knowing = (...knownDevices: string[]) => ({ accounts: [account({ knownDevices })], limits })
  // The first device of all is not new, and another on the same day is.
  expect(flagsIn(of('a', 'a', 'b', 'a', 'b'), { limits })).toEqual([[], [], [], [], ['new_device']])
  expect(flagsIn(of('b', 'c', 'a'), knowing('a'))).toEqual([[], ['new_device'], []])
  expect(flagsIn(of('b', 'a', 'b'), knowing('a', 'b'))).toEqual([[], [], []])
  const today = { accounts: [account({ devices: ['a', 'b'] })], limits }
  expect(flagsIn(of('a', 'b', 'b'), today)).toEqual([[], [], ['new_device']])
})

test('a rule that is off neither holds nor counts', () => {
  const plan = decide([item()], world())
  expect(plan.scans.map(({ flags }) => flags)).toEqual([undefined])
  expect(plan.signals).toEqual([])
})

test('a clock that is ahead, and scans kept for long', () => {
  const limits = { clockAheadMinutes: 60, keptOfflineHours: 72 }
  const at = (moment: Date) => flagsIn([{ at: moment }], { limits })[0]
  expect(at(after(1))).toEqual([])
  expect(at(after(1.1))).toEqual(['clock_off'])
  expect(at(before(72))).toEqual([])
  expect(at(before(73))).toEqual(['kept_long'])
  const off = { clockAheadMinutes: 1_000_000, keptOfflineHours: 168 }
  expect(flagsIn([{ at: before(10_000) }, { at: after(9) }], { limits: off })).toEqual([[], []])
})

test('by how much a clock is ahead is kept with the scan', () => {
  const scans = [undefined, before(1), after(0.01), after(2)].map((at, i) =>
    item({ codeKey: `c${i}`, at }),
  )
  const { scans: rows } = decide(scans, world())
  expect(rows.map((row) => row.clock_ahead_s)).toEqual([undefined, undefined, undefined, 7200])
})

test('a place far outside the state that the batch was sent to', () => {
  const sent = (km: number) => ({
    batches: [batch({ sentToState: 27 })],
    limits: { farFromDestinationKm: km },
  })
  const pune = { lat: 18.52, lng: 73.86 }
  expect(flagsIn([pune, { ...DELHI, memberId: 2 }, {}], sent(200))).toEqual([
    [],
    ['far_from_destination'],
    [],
  ])
  expect(flagsIn([{ ...DELHI, memberId: 2 }], sent(800))).toEqual([[]])
  expect(flagsIn([DELHI], { limits: { farFromDestinationKm: 1 } })).toEqual([[]])
})

test('how far a place lies outside a state', () => {
  expect(kilometresOutside(27, MUMBAI)).toBe(0)
  expect(kilometresOutside(7, DELHI)).toBe(0)
  // Delhi lies about 720 km north of the north edge of Maharashtra.
  expect(kilometresOutside(27, DELHI)).toBeGreaterThan(700)
  expect(kilometresOutside(27, DELHI)).toBeLessThan(745)
  expect(kilometresOutside(97, DELHI)).toBe(0)
})
