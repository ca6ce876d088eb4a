import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RetailerTier } from '../../../../contract/programme/charges.ts'
import type { MemberKind } from '../../../../contract/people/members.ts'
import { BATCH_STATUSES } from '../../../../contract/programme/batches.ts'
import { rememberingOf } from './beliefs.ts'
import type { ChargeRuleSeen, RetailerSeen } from './charges.ts'
import {
  MODEL_LIMITS,
  ModelProgramme,
  type ModelCharge,
  type ProgrammeGiven,
} from './decide.model.ts'
import { MemoryProgramme } from './decide.memory.ts'
import { decide } from './decide.ts'
import type { Plan } from './plan.ts'
import { progressKey, type BatchSeen, type CouponSeen, type ScanItem } from './world.ts'
import type { SchemeSeen } from './scheme-bonus.service.ts'

const NOW = new Date('2026-11-20T09:00:00Z')
const DAY = '2026-11-20'
const HOUR = 3_600_000
const LATER = new Date(NOW.getTime() + HOUR)
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
      productGroup: fc.constantFrom('Putty', 'Mortar'),
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
/** A condition: mostly none, else some of the values. */
const someOf = <T>(...values: T[]) =>
  fc
    .tuple(fc.constantFrom(true, true, true, false), fc.subarray(values))
    .map(([any, named]): ReadonlySet<T> => new Set(any ? [] : named))
const slabs = fc
  .uniqueArray(
    fc.record({ from: fc.integer({ min: 1, max: 4 }), points: fc.integer({ min: 1, max: 9 }) }),
    {
      minLength: 1,
      maxLength: 3,
      selector: ({ from }) => from,
    },
  )
  .map((list) => list.toSorted((a, b) => a.from - b.from))
const worth = fc.oneof(
  fc.record({
    kind: fc.constantFrom('multiplier', 'fixed'),
    value: fc.constantFrom(3, 120, 150, 200),
    slabs: fc.constant(null),
  }),
  fc.record({ kind: fc.constant('slab'), value: fc.constant(null), slabs }),
)
const terms = fc.record({
  fromAt: fc.constantFrom(NOW, new Date(NOW.getTime() - HOUR)),
  toAt: fc.constantFrom(LATER, LATER, LATER, NOW),
  memberKinds: someOf<MemberKind>('mason', 'painter'),
  states: someOf(27, 3),
  productIds: someOf(1, 7),
  distributorIds: someOf(5, 6),
  stacks: fc.boolean(),
  capPerMember: fc.option(fc.integer({ min: 1, max: 12 })),
  budget: fc.integer({ min: 1, max: 60 }),
})
const scheme = fc
  .tuple(worth, terms)
  .map(([kind, rest]): Omit<SchemeSeen, 'schemeId'> => ({ ...kind, ...rest }))
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
    retailerId: fc.constantFrom(undefined, 1, 2, 50, 51),
  })
  .map(({ place, ...rest }): ScanItem => ({
    ...rest,
    ...place,
    batchId: Number(rest.codeKey[0]),
    state: rest.memberId === 1 ? 9 : 27,
    kind: rest.memberId === 2 ? 'retailer' : 'mason',
    distributorId: rest.memberId === 1 ? null : 5,
  }))
/** Members 1 to 3 have accounts, 3 is blocked, 4 has none. */
const ACCOUNTS = [
  { memberId: 1, blocked: false },
  { memberId: 2, blocked: false },
  { memberId: 3, blocked: true },
]
const retailers = fc.tuple(
  ...[1, 2, 50].map((memberId) =>
    fc.record<RetailerSeen>({
      memberId: fc.constant(memberId),
      earns: fc.constantFrom(true, true, false),
      tier: fc.constantFrom('standard', 'gold'),
    }),
  ),
)
const chargeRules = fc
  .array(
    fc.record<Omit<ChargeRuleSeen, 'ruleId'>>({
      productGroups: someOf('Putty', 'Primer'),
      tiers: someOf<RetailerTier>('gold', 'silver'),
      kind: fc.constant('coupon'),
      paise: fc.constantFrom(100, null),
      basisPoints: fc.constantFrom(33, 250),
      fromDay: fc.constantFrom('2026-11-01', DAY, '2026-11-21'),
      toDay: fc.constantFrom(null, '2026-11-19', DAY),
    }),
    { maxLength: 3 },
  )
  .map((list) =>
    list.map((rule, i): ChargeRuleSeen => {
      const percent = rule.paise === null
      const basisPoints = percent ? rule.basisPoints : null
      return { ...rule, ruleId: i + 1, kind: percent ? 'percent' : 'coupon', basisPoints }
    }),
  )
const programme = fc
  .record({ batches, coupons, schemes, retailers, chargeRules })
  .map((given): ProgrammeGiven => ({
    ...given,
    accounts: ACCOUNTS,
    at: NOW,
    day: DAY,
    pointValuePaise: 37,
  }))
function chargesOf(plan: Plan): ModelCharge[] {
  return plan.charges.map(({ retailer_id, rule_id, paise, held }) => ({
    retailer: retailer_id,
    rule: rule_id,
    paise,
    held,
  }))
}

test('batches of any size come to what one scan after the other comes to', () => {
  fc.assert(
    fc.property(
      programme,
      fc.array(fc.array(item, { minLength: 1, maxLength: 12 }), { maxLength: 4 }),
      (given, split) => {
        const model = new ModelProgramme(given)
        const memory = new MemoryProgramme(given)
        const charges: ModelCharge[] = []
        for (const items of split) {
          let plan = memory.decide(items, MODEL_LIMITS)
          if (memory.refuses(plan)) plan = memory.decide(items, MODEL_LIMITS, true)
          memory.apply(plan)
          charges.push(...chargesOf(plan))
          const expected = items.map((each) => model.scan(each))
          const flags = plan.scans.map((row) => row.flags ?? [])
          expect(plan.outcomes).toEqual(
            expected.map(({ outcome }, i) => ({ ...outcome, scanId: plan.scans[i]?.id })),
          )
          expect(flags).toEqual(expected.map((each) => each.flags))
        }
        expect(memory.balances()).toEqual(model.balances())
        expect(charges).toEqual(model.charges)
        for (const [key, { scans }] of memory.progress) {
          expect(scans).toBe(model.counted.get(key.replace('/', ' ')) ?? 0)
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

test('every plan balances: rows add up to the accounts, budgets and counts', () => {
  fc.assert(
    fc.property(programme, fc.array(item, { minLength: 1, maxLength: 32 }), (given, items) => {
      const memory = new MemoryProgramme(given)
      const plan = memory.decide(items, MODEL_LIMITS)
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
      expect(sum(plan.spends.map((row) => row.bonuses))).toBe(bonuses.length)
      const remembering = new Set(rememberingOf(given.schemes))
      const remembered = bonuses.filter((row) => remembering.has(row.scheme_id ?? 0))
      expect(sum(plan.progress.map((row) => row.points))).toBe(
        sum(remembered.map((row) => row.points)),
      )
      const due = plan.charges.filter((row) => !row.held)
      expect(sum(plan.chargeCounts.map((row) => row.paise))).toBe(sum(due.map((row) => row.paise)))
      expect(sum(plan.chargeCounts.map((row) => row.charges))).toBe(due.length)
      const ids = [...plan.scans.map((row) => row.id), ...plan.transfers.map((row) => row.id)]
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 1_000 },
  )
})

/** What apply_scans lets pass must be what would have been decided with the progress that is there. */
test('a plan is right for every progress between its bounds', () => {
  const batch = fc.array(item, { minLength: 1, maxLength: 8 })
  const shift = fc.array(fc.integer({ min: -9, max: 9 }), { minLength: 8, maxLength: 8 })
  fc.assert(
    fc.property(programme, batch, batch, shift, (given, first, items, shifts) => {
      const memory = new MemoryProgramme(given)
      const before = memory.decide(first, MODEL_LIMITS, true)
      memory.apply(before)
      const plan = memory.decide(items, MODEL_LIMITS, true)
      const world = memory.world(MODEL_LIMITS, true)
      const progress = new Map(world.progress)
      for (const [i, row] of plan.progress.entries()) {
        const key = progressKey(row.member_id, row.scheme_id)
        const { scans, points } = progress.get(key) ?? { scans: 0, points: 0 }
        const within = (value: number, least: number, most: number) =>
          Math.min(Math.max(value, least), most)
        progress.set(key, {
          scans: within(scans + (shifts[i % 8] ?? 0), row.scans_least, row.scans_most),
          points: within(points + (shifts[(i + 3) % 8] ?? 0), row.points_least, row.points_most),
        })
      }
      const told = ({ outcomes }: Plan) => outcomes.map(({ result, points }) => [result, points])
      const other = decide(items, { ...world, progress })
      expect(told(other)).toEqual(told(plan))
      const added = ({ progress: rows }: Plan) => rows.map(({ scans, points }) => [scans, points])
      expect(added(other)).toEqual(added(plan))
    }),
    { numRuns: 1_000 },
  )
})
