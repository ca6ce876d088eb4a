import { describe, expect, test } from 'vitest'
import {
  NOW,
  after,
  coupon,
  scheme,
  slabs,
  item,
  type Given,
  world,
  told,
} from './decide.fixture.ts'
import { decide } from './decide.ts'
import { progressKey, type SchemeSeen } from './world.ts'

describe('schemes', () => {
  const cases: [string, SchemeSeen[], number][] = [
    ['a multiplier gives its part on top', [scheme()], 60],
    ['a fraction of a point is not given', [scheme({ value: 101 })], 40],
    ['a multiplier below 100 takes nothing', [scheme({ value: 50 })], 40],
    ['a fixed bonus', [scheme({ kind: 'fixed', value: 7 })], 47],
    ['both, each on the coupon’s points', [scheme(), scheme({ schemeId: 2, value: 200 })], 100],
    ['not begun', [scheme({ fromAt: after(0.1) })], 40],
    ['begun this moment', [scheme({ fromAt: NOW })], 60],
    ['over this moment', [scheme({ toAt: NOW })], 40],
    ['of another kind of member', [scheme({ memberKinds: new Set(['retailer']) })], 40],
    ['of this kind of member', [scheme({ memberKinds: new Set(['retailer', 'mason']) })], 60],
    ['of another state', [scheme({ states: new Set([9]) })], 40],
    ['of another product', [scheme({ productIds: new Set([9]) })], 40],
    ['of another distributor', [scheme({ distributorIds: new Set([5]) })], 40],
    ['slabs that begin with the first scan', [slabs([1, 4], [2, 9])], 44],
    ['slabs that begin later', [slabs([2, 9])], 40],
    ['a cap cuts', [scheme({ capPerMember: 13 })], 53],
    [
      'one that does not stack has no turn after another gave',
      [scheme({ kind: 'fixed', value: 7 }), scheme({ schemeId: 2, stacks: false })],
      47,
    ],
    [
      'one that does not stack and gives nothing leaves the turn to the next',
      [{ ...slabs([2, 9]), stacks: false }, scheme({ schemeId: 2, kind: 'fixed', value: 7 })],
      47,
    ],
    [
      'one that does not stack ends the chain',
      [scheme({ stacks: false }), scheme({ schemeId: 2, kind: 'fixed', value: 7 })],
      60,
    ],
    [
      'one that does not stack and does not fit ends nothing',
      [
        scheme({ stacks: false, states: new Set([9]) }),
        scheme({ schemeId: 2, kind: 'fixed', value: 7 }),
      ],
      47,
    ],
  ]
  test.each(cases)('%s', (_name, schemes, points) => {
    expect(told([item()], { schemes })).toEqual([`credited ${points}`])
  })

  const three = ['a', 'b', 'c'].map((codeKey) => coupon({ codeKey }))
  const items = three.map(({ codeKey }) => item({ codeKey }))
  const pointsOf = (given: Given) =>
    decide(items, world({ coupons: three, ...given })).outcomes.map(({ points }) => points)

  test('slabs count the scans that had their turn, with or without a bonus', () => {
    const progress = new Map([[progressKey(1, 1), { scans: 7, points: 5 }]])
    const given = { coupons: three, schemes: [slabs([9, 5], [10, 6])], more: { progress } }
    expect(pointsOf(given)).toEqual([40, 45, 46])
    const plan = decide(items, world(given))
    expect(plan.scans.map((row) => row.counted_in)).toEqual([[1], [1], [1]])
    // It holds for seven scans before these only.
    expect(plan.progress).toEqual([
      {
        member_id: 1,
        scheme_id: 1,
        scans: 3,
        points: 11,
        scans_least: 7,
        scans_most: 7,
        points_least: 0,
        points_most: Number.MAX_SAFE_INTEGER,
      },
    ])
    const alone = scheme({ schemeId: 2, stacks: false })
    const none = decide(items, world({ ...given, schemes: [alone, ...given.schemes] }))
    expect(none.scans.map((row) => row.counted_in)).toEqual([undefined, undefined, undefined])
    expect(none.progress).toEqual([])
  })

  test('a cap counts what the member had before and in the batch', () => {
    const progress = new Map([[progressKey(1, 1), { scans: 0, points: 70 }]])
    const schemes = [scheme({ capPerMember: 100 })]
    const given = { coupons: three, schemes, more: { progress } }
    expect(pointsOf(given)).toEqual([60, 50, 40])
    expect(decide(items, world(given)).progress).toMatchObject([
      { points: 30, scans: 0, points_least: 70, points_most: 70 },
    ])
  })

  test('what the lease does not hold is given on credit, and told to be missing', () => {
    const plan = decide(items, world({ coupons: three, schemes: [scheme()], leases: [[1, 45]] }))
    expect(plan.outcomes.map((outcome) => outcome.points)).toEqual([60, 60, 60])
    expect(plan.spends).toEqual([{ scheme_id: 1, points: 60, bonuses: 3 }])
    expect([...plan.missing]).toEqual([[1, 15]])
  })

  test('of a budget that is spent the lease is given to its last point, and no more is missing', () => {
    const schemes = [scheme(), scheme({ schemeId: 2, kind: 'fixed', value: 1 })]
    const given = {
      coupons: three,
      schemes,
      leases: [[1, 25] as [number, number], [2, 9] as [number, number]],
    }
    const plan = decide(items, world({ ...given, more: { dry: new Map([[1, 'spent']]) } }))
    expect(plan.outcomes.map((outcome) => outcome.points)).toEqual([61, 46, 41])
    expect(plan.missing.size).toBe(0)
  })

  test('of a scheme that somebody holds a whole bonus is given or none', () => {
    const given = { schemes: [scheme()], leases: [[1, 25] as [number, number]] }
    expect(pointsOf({ ...given, more: { dry: new Map([[1, 'held']]) } })).toEqual([60, 40, 40])
  })
})
