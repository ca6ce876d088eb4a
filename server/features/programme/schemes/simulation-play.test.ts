import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MEMBER_KINDS } from '../../../../contract/people/members.ts'
import type { SchemeTerms } from '../../../../contract/programme/schemes.ts'
import { seenOf } from './scheme-terms.ts'
import { firstDayWithout, givenBy, total } from './simulation.model.ts'
import { playWith, topMembers, type ScanPlayed } from './simulation-play.ts'
import { dayOfNumber, wholeNumbers } from './simulation-scans.ts'
import { termsWith } from './test-support.ts'

const some = <T>(...values: T[]) => fc.uniqueArray(fc.constantFrom(...values), { maxLength: 2 })
const rules = fc.oneof(
  fc.record({ kind: fc.constant('fixed' as const), value: fc.integer({ min: 1, max: 30 }) }),
  fc.record({
    kind: fc.constant('multiplier' as const),
    value: fc.integer({ min: 101, max: 400 }),
  }),
  fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }).chain((starts) =>
    fc.record({
      kind: fc.constant('slab' as const),
      value: fc.constant(null),
      slabs: fc.tuple(...starts.toSorted((a, b) => a - b).map((from) => slabAt(from))),
    }),
  ),
)
const slabAt = (from: number) =>
  fc.record({ from: fc.constant(from), points: fc.integer({ min: 1, max: 30 }) })

const terms: fc.Arbitrary<SchemeTerms> = fc
  .tuple(
    rules,
    fc.record({
      memberKinds: some(...MEMBER_KINDS),
      states: some(27, 29),
      productIds: some(1, 2),
      distributorIds: some(1, 2),
      capPerMember: fc.option(fc.integer({ min: 1, max: 60 })),
      budget: fc.integer({ min: 1, max: 400 }),
    }),
  )
  .map(([rule, conditions]) => termsWith({ ...rule, ...conditions }))

const scan: fc.Arbitrary<ScanPlayed> = fc.record({
  memberId: fc.integer({ min: 1, max: 3 }),
  points: fc.constantFrom(15, 40, 55),
  day: fc.integer({ min: 20_000, max: 20_003 }),
  kind: fc.constantFrom(...MEMBER_KINDS),
  state: fc.constantFrom(27, 29),
  productId: fc.constantFrom(1, 2),
  distributorId: fc.constantFrom(null, 1, 2),
})
const scans = fc
  .array(scan, { maxLength: 40 })
  .map((list) => list.toSorted((a, b) => a.day - b.day))

const sumOf = (values: Iterable<number>) => [...values].reduce((sum, value) => sum + value, 0)

test('what is played is what the plain model says, in each direction', () => {
  fc.assert(
    fc.property(terms, scans, (of, list) => {
      const one = playWith(seenOf(1, of))
      for (const each of list) one.play(each)
      const played = one.played()
      const endless = givenBy(of, list, Infinity)
      expect(played).toMatchObject({
        scans: list.length,
        bonuses: endless.length,
        points: total(endless),
        withinBudget: total(givenBy(of, list, of.budget)),
        spentOn: firstDayWithout(of, list),
      })
      const by = (key: 'memberId' | 'state' | 'productId' | 'kind' | 'day') =>
        Map.groupBy(endless, ({ scan }) => scan[key])
      for (const [state, given] of by('state'))
        expect(played.states.get(Number(state))).toBe(total(given))
      for (const [product, given] of by('productId')) {
        expect(played.products.get(Number(product))).toBe(total(given))
      }
      for (const [memberId, given] of by('memberId')) {
        const tally = { points: total(given), bonuses: given.length }
        expect(played.members.get(Number(memberId))).toMatchObject(tally)
      }
      for (const [day, given] of by('day')) {
        const tally = { points: total(given), bonuses: given.length }
        expect(played.days.get(Number(day))).toEqual(tally)
      }
      expect(sumOf(played.states.values())).toBe(played.points)
      expect(sumOf(played.products.values())).toBe(played.points)
      expect(sumOf(played.memberKinds.values())).toBe(played.points)
      expect(played.withinBudget).toBeLessThanOrEqual(of.budget)
    }),
    { numRuns: 400 },
  )
})

test('the top members are the first of all in order, whatever their order of coming', () => {
  const member = fc.record({
    points: fc.integer({ min: 0, max: 9 }),
    bonuses: fc.constant(1),
    scans: fc.constant(1),
    within: fc.constant(0),
  })
  fc.assert(
    fc.property(
      fc.array(member, { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      (list, most) => {
        const members = list.map((one, index) => ({ ...one, memberId: (index * 7) % 31 }))
        const earned = members.filter(({ points }) => points > 0)
        const sorted = earned.toSorted((a, b) => b.points - a.points || a.memberId - b.memberId)
        expect(topMembers(members, most)).toEqual({
          count: earned.length,
          top: sorted.slice(0, most),
        })
      },
    ),
  )
})

describe('rows of whole numbers', () => {
  test('are read from text that is cut anywhere', () => {
    const value = fc.integer({ min: 0, max: 2 ** 48 })
    const row = fc.tuple(value, value, value)
    fc.assert(
      fc.property(fc.array(row), fc.integer({ min: 1, max: 9 }), (rows, size) => {
        const text = Buffer.from(rows.map((one) => `${one.join('\t')}\n`).join(''))
        const read: number[][] = []
        const take = wholeNumbers(3, (one) => read.push([...one]))
        for (let from = 0; from < text.length; from += size) take(text.subarray(from, from + size))
        expect(read).toEqual(rows)
      }),
    )
  })
  test('a day by its number', () => {
    expect([0, 20_000].map(dayOfNumber)).toEqual(['1970-01-01', '2024-10-04'])
  })
})
