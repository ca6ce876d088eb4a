import { expect, test } from 'vitest'
import { BATCH_STATUSES } from '../../../../contract/programme/batches.ts'
import type { CouponStatus } from '../../../../contract/programme/coupons.ts'
import { couponName, couponOf, decide, standsStill, type World } from './decide.ts'
import type { Reading } from './reading.ts'

const NOW = new Date('2026-11-22T06:00:00Z')
const EARLIER = new Date('2026-11-21T06:00:00Z')
const carton = { batchId: 7, plantId: 1, from: 1, to: 4, carton: 1 }

const reading = (scanId: string, undoes: string | null = null): Reading => ({
  scanId,
  key: undoes === null ? 'carton' : null,
  undoes,
  at: NOW,
  digest: Buffer.alloc(0),
})

/** A carton of packs in these states, all activated earlier. */
function worldOf(statuses: readonly CouponStatus[], undone = false): World {
  const coupons = statuses.map((status, index) =>
    couponOf({ key: String(index), batchId: 7, serial: index + 1, status, activatedAt: EARLIER }),
  )
  const activation = `at ${EARLIER.getTime()}`
  return {
    plantId: 1,
    places: new Map([['carton', carton]]),
    batches: new Map([[7, { status: 'printed', expiresAt: new Date('2027-01-01') }]]),
    coupons: new Map(coupons.map((coupon) => [couponName(7, coupon.serial), coupon])),
    undoable: new Map([['old', { place: carton, serials: [1, 2, 3], activation, undone }]]),
  }
}

test.each<[CouponStatus[], string, number[]]>([
  [['printed', 'deactivated', 'active', 'scanned'], 'activated', [1, 2]],
  [['scanned', 'active', 'blocked', 'scanned'], 'already_active', []],
  [['blocked', 'scanned', 'blocked', 'blocked'], 'scanned', []],
  [['blocked', 'blocked', 'blocked', 'blocked'], 'blocked', []],
])('a carton of packs that are %j is %s', (statuses, result, serials) => {
  const [decision] = decide(worldOf(statuses), [reading('new')], NOW)
  expect(decision).toMatchObject({ result, serials, place: carton })
})

test('an undoing takes back what is active by its reading, and only once', () => {
  const statuses: CouponStatus[] = ['active', 'scanned', 'active', 'active']
  const world = worldOf(statuses)
  const told = decide(world, [reading('a', 'old'), reading('b', 'old')], NOW)
  expect(told.map(({ result, serials }) => [result, serials])).toEqual([
    ['undone', [1, 3]],
    ['nothing_to_undo', []],
  ])
  // The scan of a pack was reversed after the undoing: it is active as it was, and stays so.
  const [late] = decide(worldOf(statuses, true), [reading('c', 'old')], NOW)
  expect(late).toMatchObject({ result: 'nothing_to_undo', serials: [] })
})

test('of a batch that is not open nothing moves, whatever its coupons are', () => {
  const soon = new Date(NOW.getTime() + 1)
  const still = BATCH_STATUSES.map((status) => [
    status,
    standsStill({ status, expiresAt: soon }, NOW),
  ])
  expect(Object.fromEntries(still)).toEqual({
    requested: 'not_ready',
    approved: 'not_ready',
    generated: null,
    printed: null,
    closed: null,
    blocked: 'batch_blocked',
    rejected: 'not_ready',
    withdrawn: 'not_ready',
  })
  expect(standsStill({ status: 'printed', expiresAt: NOW }, NOW)).toBe('expired')
  const world = worldOf(['printed', 'printed', 'printed', 'active'])
  const batches = new Map([[7, { status: 'printed' as const, expiresAt: NOW }]])
  const told = decide({ ...world, batches }, [reading('a'), reading('b', 'old')], NOW)
  expect(told.map(({ result, serials }) => [result, serials])).toEqual([
    ['expired', []],
    ['expired', []],
  ])
})
