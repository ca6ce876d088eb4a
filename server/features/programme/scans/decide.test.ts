import { describe, expect, test } from 'vitest'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import {
  NOW,
  before,
  after,
  DELHI,
  MUMBAI,
  coupon,
  batch,
  account,
  scheme,
  item,
  type Given,
  world,
  told,
} from './decide.fixture.ts'
import { decide } from './decide.ts'
import { kilometresBetween } from './distance.ts'
import { impossibleWay } from './flags.ts'
import { believedTime, type ScanItem } from './world.ts'

const scannedBy = (memberId: number) =>
  coupon({
    status: COUPON_STATUSES.scanned,
    scannedBy: memberId,
    scannedAt: before(5),
    scannedPoints: 60,
  })

describe('the nine results', () => {
  const cases: [string, Given, string][] = [
    ['an active coupon', {}, 'credited 40'],
    ['my own scanned one', { coupons: [scannedBy(1)] }, 'already_yours 60'],
    ["another member's", { coupons: [scannedBy(2)] }, 'already_scanned 0'],
    ['printed', { coupons: [coupon({ status: COUPON_STATUSES.printed })] }, 'not_active 0'],
    ['deactivated', { coupons: [coupon({ status: COUPON_STATUSES.deactivated })] }, 'not_active 0'],
    ['blocked', { coupons: [coupon({ status: COUPON_STATUSES.blocked })] }, 'blocked 0'],
    ['of a blocked batch', { batches: [batch({ status: 'blocked' })] }, 'blocked 0'],
    ['expired this moment', { batches: [batch({ expiresAt: NOW })] }, 'expired 0'],
    ['of a closed batch', { batches: [batch({ status: 'closed' })] }, 'credited 40'],
    ['no such coupon', { coupons: [] }, 'unknown 0'],
    ['no such batch', { batches: [] }, 'unknown 0'],
    ['being generated', { batches: [batch({ status: 'approved' })] }, 'unknown 0'],
    ['of a rejected batch', { batches: [batch({ status: 'rejected' })] }, 'unknown 0'],
    ['a blocked member', { accounts: [account({ blocked: true })] }, 'not_eligible 0'],
    ['a member without an account', { accounts: [] }, 'not_eligible 0'],
    ['the last scan of the day', { accounts: [account({ scansToday: 199 })] }, 'credited 40'],
    ['one past the day', { accounts: [account({ scansToday: 200 })] }, 'limit_reached 0'],
    ['nine wrong codes', { accounts: [account({ wrongToday: 9 })] }, 'credited 40'],
    ['ten wrong codes', { accounts: [account({ wrongToday: 10 })] }, 'limit_reached 0'],
  ]
  test.each(cases)('%s', (_name, given, expected) => {
    expect(told([item()], given)).toEqual([expected])
  })

  test('of several reasons the first is told', () => {
    const blocked = { accounts: [account({ blocked: true, wrongToday: 10 })], coupons: [] }
    expect(told([item()], blocked)).toEqual(['not_eligible 0'])
    const full = account({ scansToday: 200 })
    expect(told([item()], { accounts: [full], coupons: [] })).toEqual(['unknown 0'])
    expect(told([item()], { accounts: [full], coupons: [scannedBy(1)] })).toEqual([
      'already_yours 60',
    ])
    expect(
      told([item()], { coupons: [scannedBy(2)], batches: [batch({ status: 'blocked' })] }),
    ).toEqual(['already_scanned 0'])
    expect(
      told([item()], {
        coupons: [coupon({ status: COUPON_STATUSES.printed })],
        batches: [batch({ expiresAt: before(1) })],
      }),
    ).toEqual(['not_active 0'])
  })

  test('an outcome says no more than its result does', () => {
    const [mine] = decide([item()], world({ coupons: [scannedBy(1)] })).outcomes
    expect(mine).toMatchObject({ at: before(5), scannedBy: null, balance: null })
    const [taken] = decide([item()], world({ coupons: [scannedBy(2)] })).outcomes
    expect(taken).toMatchObject({ at: before(5), scannedBy: 2, points: 0, balance: null })
    const [blocked] = decide(
      [item()],
      world({ coupons: [coupon({ status: COUPON_STATUSES.blocked })] }),
    ).outcomes
    expect(blocked).toMatchObject({ at: null, scannedBy: null, points: 0, held: false })
  })
})

describe('within a batch', () => {
  test('the same coupon thrice: one credit, a retry, a refusal', () => {
    expect(told([item(), item({ memberId: 2 }), item()])).toEqual([
      'credited 40',
      'already_scanned 0',
      'already_yours 40',
    ])
  })

  test('refused first, then valid', () => {
    const accounts = [account({ blocked: true }), account({ memberId: 2 })]
    expect(told([item(), item({ memberId: 2 })], { accounts })).toEqual([
      'not_eligible 0',
      'credited 40',
    ])
  })

  test('wrong codes lock out what comes after them, and not what came before', () => {
    const wrong = item({ codeKey: 'nobody' })
    const items = [wrong, item(), wrong, wrong, item({ codeKey: 'second' })]
    const coupons = [coupon(), coupon({ codeKey: 'second' })]
    const given = { coupons, limits: { wrongCodesPerDay: 2 } }
    expect(told(items, given)).toEqual([
      'unknown 0',
      'credited 40',
      'unknown 0',
      'limit_reached 0',
      'limit_reached 0',
    ])
    const plan = decide(items, world(given))
    expect(plan.accounts).toMatchObject([{ credited: 1, wrong: 2, wrong_before_credit: 1 }])
  })

  test('transfers lie behind the account by what came after them', () => {
    const coupons = ['a', 'b'].map((codeKey) => coupon({ codeKey }))
    const items = [item({ codeKey: 'b' }), item({ codeKey: 'a' })]
    const plan = decide(items, world({ coupons, schemes: [scheme()] }))
    expect(plan.transfers.map((row) => [row.seq_behind, row.available_behind])).toEqual([
      [3, 80],
      [2, 60],
      [1, 20],
      [0, 0],
    ])
    expect(plan.coupons.map((row) => row.code_key)).toEqual(['a', 'b'])
    expect(plan.credits.map((credit) => credit.availableBehind)).toEqual([60, 0])
  })

  test('each attempt is recorded and counted', () => {
    const plan = decide([item(), item({ memberId: 2 }), item({ codeKey: 'nobody' })], world())
    expect(plan.scans.map((row) => row.result)).toEqual([
      SCAN_RESULTS.credited,
      SCAN_RESULTS.already_scanned,
      SCAN_RESULTS.unknown,
    ])
    expect(plan.days).toEqual([
      { result: 0, state: 27, plant_id: 3, product_id: 8, attempts: 1, points: 40 },
      { result: 2, state: 27, plant_id: 3, product_id: 8, attempts: 1, points: 0 },
      { result: 6, state: 27, plant_id: 0, product_id: 0, attempts: 1, points: 0 },
    ])
    expect(plan.batches).toEqual([{ batch_id: 1042, scanned: 1 }])
  })
})

describe('flags', () => {
  const flagsIn = (items: ScanItem[], given: Given) =>
    decide(items, world(given)).scans.map((row) => row.flags ?? [])

  test('outside the state that the lot was sent to', () => {
    expect(flagsIn([item()], { batches: [batch({ sentToState: 9 })] })).toEqual([['outside_state']])
    expect(flagsIn([item()], { batches: [batch({ sentToState: 27 })] })).toEqual([[]])
  })

  test('a flagged scan goes to held with its bonus and waits for a review', () => {
    const given = { batches: [batch({ sentToState: 9 })], schemes: [scheme()] }
    expect(told([item()], given)).toEqual(['credited 60 held'])
    const plan = decide([item()], world(given))
    expect(plan.accounts).toMatchObject([{ available: 0, held: 60, transfers: 2 }])
    expect(plan.transfers.map(({ kind, credit }) => [kind, credit])).toEqual([
      [3, 12],
      [2, 12],
    ])
    expect(plan.scans).toMatchObject([{ review: 0, flags: ['outside_state'], points: 60 }])
  })

  test('too far for the time between', () => {
    const inDelhi = (hours: number) =>
      account({ lastScanAt: before(hours), lastLat: DELHI.lat, lastLng: DELHI.lng })
    const mumbai = item(MUMBAI)
    expect(flagsIn([mumbai], { accounts: [inDelhi(3)] })).toEqual([['too_far']])
    expect(flagsIn([mumbai], { accounts: [inDelhi(4)] })).toEqual([[]])
    expect(flagsIn([item()], { accounts: [inDelhi(3)] })).toEqual([[]])
    // A scan kept offline is measured from when it happened, not from when it arrived.
    const late = item({ ...MUMBAI, at: before(10) })
    expect(flagsIn([late], { accounts: [inDelhi(3)] })).toEqual([[]])
  })

  test('too far between two scans of one batch', () => {
    const coupons = ['a', 'b'].map((codeKey) => coupon({ codeKey }))
    const items = [item({ codeKey: 'a', ...DELHI }), item({ codeKey: 'b', ...MUMBAI })]
    expect(flagsIn(items, { coupons })).toEqual([[], ['too_far']])
  })

  test('more members on a device than the limit', () => {
    const coupons = ['a', 'b', 'c', 'd'].map((codeKey) => coupon({ codeKey }))
    const accounts = [1, 2, 3].map((memberId) => account({ memberId }))
    const items = [1, 2, 2, 3].map((memberId, i) =>
      item({ memberId, codeKey: coupons[i]?.codeKey ?? '', device: 'phone' }),
    )
    expect(flagsIn(items, { coupons, accounts })).toEqual([[], [], [], ['shared_device']])
    const plan = decide(items, world({ coupons, accounts }))
    expect(plan.signals).toEqual([{ key: 'd:phone', add: 3, at_most: 0, above: true }])
    expect(plan.accounts.map(({ devices }) => devices)).toEqual([['phone'], ['phone'], ['phone']])
  })

  test('a member is counted on a device once a day', () => {
    const again = { accounts: [account({ devices: ['other', 'phone'] })] }
    const items = [item({ device: 'phone' })]
    const flagged = { ...again, signals: [['d:phone', 3]] as [string, number][] }
    expect(flagsIn(items, flagged)).toEqual([['shared_device']])
    const plan = decide(items, world({ ...again, signals: [['d:phone', 2]] }))
    expect(plan.scans.map((row) => row.flags)).toEqual([undefined])
    expect(plan.signals).toEqual([])
    expect(plan.accounts.map(({ devices }) => devices)).toEqual([undefined])
  })

  test('more serials of a batch at a place than the limit', () => {
    const coupons = ['a', 'b', 'c', 'd'].map((codeKey) => coupon({ codeKey }))
    const nearby = { lat: DELHI.lat + 0.004, lng: DELHI.lng + 0.004 }
    const items = coupons.map(({ codeKey }, i) =>
      item({ codeKey, ...(i === 1 ? MUMBAI : i === 2 ? nearby : DELHI), at: before(60 - 20 * i) }),
    )
    expect(flagsIn(items, { coupons })).toEqual([[], [], [], ['bulk_at_place']])
    const signals: [string, number][] = [['p:2861,7721:1042', 2]]
    expect(flagsIn(items.slice(0, 1), { coupons, signals })).toEqual([['bulk_at_place']])
  })

  test('distances are those of the map', () => {
    const [delhi, mumbai] = [
      { ...DELHI, at: NOW },
      { ...MUMBAI, at: NOW },
    ]
    expect(kilometresBetween(delhi, mumbai)).toBeGreaterThan(1_130)
    expect(kilometresBetween(delhi, mumbai)).toBeLessThan(1_170)
    expect(kilometresBetween(delhi, delhi)).toBe(0)
    const { limits } = world()
    const north = (degrees: number) => ({ ...delhi, lat: DELHI.lat + degrees })
    expect(impossibleWay(delhi, north(1.7), limits)).toBe(false)
    expect(impossibleWay(delhi, north(1.9), limits)).toBe(true)
    expect(impossibleWay(delhi, north(1.7), { ...limits, fastestFromKm: 150 })).toBe(true)
    const hourLater = { ...north(2.2), at: new Date(NOW.getTime() + 3_600_000) }
    expect(impossibleWay(delhi, hourLater, limits)).toBe(false)
    expect(impossibleWay(delhi, hourLater, { ...limits, fastestKmh: 240 })).toBe(true)
  })
})

test("a phone's clock is believed within the last seven days", () => {
  expect(believedTime(before(5), NOW)).toEqual(before(5))
  expect(believedTime(after(5), NOW)).toEqual(NOW)
  expect(believedTime(before(24 * 30), NOW)).toEqual(before(24 * 7))
  expect(believedTime(new Date(Number.NaN), NOW)).toEqual(NOW)
})
