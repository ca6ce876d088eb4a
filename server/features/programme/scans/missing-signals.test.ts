import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FRAUD_RULES } from '../../../../contract/platform/rule-fraud.ts'
import { testDatabase, type TestDatabase } from '../../../test/harness.ts'
import { attempt, makeLot, makeProgramme, openEngine, type Lot } from './engine.fixture.ts'
import type { ScanEngine } from './scan-engine.ts'
import type { ScanItem, ScanLimits } from './world.ts'

/** The rules as a programme begins with them. */
const START = Object.fromEntries(
  Object.entries(FRAUD_RULES).map(([key, { start }]) => [key, start]),
) as ScanLimits
const PALLET = 60
const NAGPUR = { lat: 21.1458, lng: 79.0882 }

let database: TestDatabase
let engine: ScanEngine
let lot: Lot
let batches = 0
/** Each test has a member of its own. */
let memberId = 0

beforeAll(async () => {
  database = await testDatabase()
  await makeProgramme(database.db, 20)
  engine = await openEngine(database, { limits: START })
})
beforeEach(async () => {
  lot = await makeLot(database, { batchId: ++batches, coupons: PALLET })
  memberId++
})
afterAll(async () => {
  await engine.stop()
  await database.drop()
})

/** Another place for each scan, none far from the last. */
const anywhere = (index: number) => ({ lat: 21 + index / 50, lng: 79.0882 })

/** A whole pallet scanned by one member, one after the other: how many of its scans were held. */
async function heldOf(more: (index: number) => Partial<ScanItem>): Promise<number> {
  let held = 0
  for (let index = 0; index < PALLET; index++) {
    const outcome = await engine.scan(attempt(lot, index, memberId, more(index)))
    expect(outcome.result).toBe('credited')
    if (outcome.held) held++
  }
  return held
}

test('a pallet at one place is held from the 51st coupon on', async () => {
  expect(await heldOf(() => ({ ...NAGPUR, device: 'phone' }))).toBe(10)
})

// Succeeded on 25 November 2026. Whoever left out the place and the device had a whole pallet
// credited at once, all of it to spend: no rule of fraud looked at such scans.
test.each([
  ['the place and the device', () => ({})],
  ['the place', () => ({ device: 'phone' })],
  ['the device', anywhere],
])('leaving out %s does not switch the rules off', async (_what, told) => {
  expect(await heldOf(told)).toBeGreaterThanOrEqual(PALLET - 20)
})

// Succeeded on 25 November 2026. The limit of members on a device and its traces meant nothing to
// whoever gave each scan a device of its own.
test('another device for each scan does not either', async () => {
  const held = await heldOf((index) => ({ ...anywhere(index), device: `phone ${index}` }))
  expect(held).toBeGreaterThanOrEqual(PALLET - 20)
})

// Succeeded on 25 November 2026. A phone may send kept scans late, so nobody had travelled too fast
// who said that each scan was made on another day.
test('a clock set back between two places is held', async () => {
  const DELHI = { lat: 28.612, lng: 77.212 }
  const days = (count: number) => new Date(Date.now() - count * 86_400_000)
  const first = await engine.scan(attempt(lot, 0, memberId, { ...NAGPUR, device: 'phone' }))
  const there = { ...DELHI, device: 'phone', at: days(6) }
  const second = await engine.scan(attempt(lot, 1, memberId, there))
  expect([first.held, second.held]).toEqual([false, true])
})
