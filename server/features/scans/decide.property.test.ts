import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BATCH_STATUSES } from '../../../contract/batches.ts'
import { decide } from './decide.ts'
import { MODEL_LIMITS, ModelProgramme } from './decide.model.ts'
import { MemoryProgramme } from './decide.memory.ts'
import type { BatchSeen, CouponSeen, ScanItem, SchemeSeen } from './world.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const HOUR = 3_600_000
const BATCHES = [1, 2, 3]
const KEYS = ['1-a', '1-b', '1-c', '2-a', '2-b', '3-a', '3-b', '3-c']
const PLACES = [
  { lat: 28.612, lng: 77.212 },
  { lat: 19.082, lng: 72.882 },
]

const batches = fc.tuple(
  ...BATCHES.map((batchId) =>
    fc.record<BatchSeen>({
      batchId: fc.constant(batchId),
      plantId: fc.constant(batchId),
      productId: fc.integer({ min: 1, max: 2 }),
      points: fc.integer({ min: 1, max: 9 }),
      expiresAt: fc.constantFrom(NOW, new Date(NOW.getTime() + HOUR)),
      sentToState: fc.constantFrom(null, 27, 9),
      status: fc.constantFrom('printed', 'printed', 'printed', ...BATCH_STATUSES),
    }),
  ),
)
const coupons = fc.tuple(
  ...KEYS.map((codeKey, serial) =>
    fc.record<CouponSeen>({
      codeKey: fc.constant(codeKey),
      serial: fc.constant(serial),
      status: fc.constantFrom(0, 1, 1, 1, 1, 1, 2, 4),
      scannedAt: fc.constant(null),
      scannedBy: fc.constant(null),
      scannedPoints: fc.constant(null),
    }),
  ),
)
const scheme = fc.record<Omit<SchemeSeen, 'schemeId'>>({
  kind: fc.constantFrom('multiplier', 'fixed'),
  value: fc.constantFrom(3, 120, 150, 200),
  fromAt: fc.constantFrom(NOW, new Date(NOW.getTime() - HOUR)),
  toAt: fc.constantFrom(NOW, new Date(NOW.getTime() + HOUR)),
  memberKind: fc.constantFrom(null, null, 'mason' as const),
  state: fc.constantFrom(null, null, 27),
  productId: fc.constantFrom(null, null, 1),
  stacks: fc.boolean(),
  budget: fc.integer({ min: 1, max: 400 }),
})
const schemes = fc
  .array(scheme, { maxLength: 3 })
  .map((list): SchemeSeen[] => list.map((each, i) => ({ ...each, schemeId: i + 1 })))
const item = fc
  .record({
    memberId: fc.integer({ min: 1, max: 4 }),
    codeKey: fc.constantFrom(...KEYS, ...KEYS, '1-none', '9-none'),
    at: fc.option(
      fc.integer({ min: -9 * 24, max: 2 }).map((hours) => new Date(NOW.getTime() + hours * HOUR)),
      { nil: undefined },
    ),
    place: fc.option(fc.constantFrom(...PLACES), { nil: undefined }),
    device: fc.constantFrom(undefined, 'x', 'y'),
  })
  .map(({ place, ...rest }): ScanItem => ({
    ...rest,
    ...place,
    batchId: Number(rest.codeKey[0]),
    state: rest.memberId === 1 ? 9 : 27,
    kind: rest.memberId === 2 ? 'retailer' : 'mason',
  }))
const programme = fc.record({ batches, coupons, schemes })
/** Members 1 to 3 have accounts, 3 is blocked, 4 has none. */
const ACCOUNTS = [
  { memberId: 1, blocked: false },
  { memberId: 2, blocked: false },
  { memberId: 3, blocked: true },
]

test('batches of any size come to what one scan after the other comes to', () => {
  fc.assert(
    fc.property(
      programme,
      fc.array(fc.array(item, { minLength: 1, maxLength: 12 }), { maxLength: 4 }),
      (given, split) => {
        const model = new ModelProgramme({ ...given, accounts: ACCOUNTS, at: NOW })
        const memory = new MemoryProgramme({ ...given, accounts: ACCOUNTS, at: NOW })
        for (const items of split) {
          let plan = decide(items, memory.world(MODEL_LIMITS))
          if (memory.refuses(plan)) plan = decide(items, memory.world(MODEL_LIMITS, true))
          memory.apply(plan)
          const expected = items.map((each) => model.scan(each))
          const flags = plan.scans.map((row) => row.flags ?? [])
          expect(plan.outcomes).toEqual(
            expected.map(({ outcome }, i) => ({ ...outcome, scanId: plan.scans[i]?.id })),
          )
          expect(flags).toEqual(expected.map((each) => each.flags))
        }
        expect(memory.balances()).toEqual(model.balances())
      },
    ),
    { numRuns: 1_000 },
  )
})

test('every plan balances: rows add up to the accounts, budgets and counts', () => {
  fc.assert(
    fc.property(programme, fc.array(item, { minLength: 1, maxLength: 32 }), (given, items) => {
      const memory = new MemoryProgramme({ ...given, accounts: ACCOUNTS, at: NOW })
      const plan = decide(items, memory.world(MODEL_LIMITS))
      const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
      const credited = plan.scans.filter((row) => row.result === 0)
      const points = sum(credited.map((row) => row.points))
      expect(plan.outcomes).toHaveLength(items.length)
      expect(plan.scans).toHaveLength(items.length)
      expect(new Set(plan.coupons.map((row) => row.code_key)).size).toBe(credited.length)
      expect(sum(plan.transfers.map((row) => row.points))).toBe(points)
      expect(sum(plan.accounts.map((row) => row.available + row.held))).toBe(points)
      expect(sum(plan.coupons.map((row) => row.points))).toBe(points)
      expect(sum(plan.days.map((row) => row.points))).toBe(points)
      expect(sum(plan.days.map((row) => row.attempts))).toBe(items.length)
      expect(sum(plan.batches.map((row) => row.scanned))).toBe(credited.length)
      const bonuses = plan.transfers.filter((row) => row.scheme_id !== undefined)
      expect(sum(plan.spends.map((row) => row.points))).toBe(sum(bonuses.map((row) => row.points)))
      const ids = [...plan.scans.map((row) => row.id), ...plan.transfers.map((row) => row.id)]
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 1_000 },
  )
})
