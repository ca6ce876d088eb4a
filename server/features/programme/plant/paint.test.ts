import fc from 'fast-check'
import { expect, test } from 'vitest'
import { paint } from './paint.ts'
import type { Run } from './runs.ts'

/** Serial by serial, as anybody would. */
function painted(runs: readonly Run[], last: number): (number | null)[] {
  return Array.from({ length: last }, (_, index) => {
    const shown = runs.findLastIndex(({ from, to }) => from <= index + 1 && index + 1 <= to)
    return shown === -1 ? null : shown
  })
}

const run = fc
  .tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 12 }))
  .map(([from, length]): Run => ({ from, to: from + length }))

test('what was laid last shows, in stretches from serial 1 on', () => {
  fc.assert(
    fc.property(fc.array(run, { maxLength: 12 }), (runs) => {
      const stretches = paint(runs)
      const starts = stretches.map(({ from }) => from)
      expect(starts[0]).toBe(1)
      expect(starts).toEqual([...new Set(starts)].toSorted((a, b) => a - b))
      const shown = Array.from(
        { length: 50 },
        (_, index) => stretches.findLast(({ from }) => from <= index + 1)?.owner ?? null,
      )
      expect(shown).toEqual(painted(runs, 50))
    }),
    { numRuns: 500 },
  )
})

test('a hundred thousand runs over one another are laid in the time of sorting', () => {
  const runs = Array.from({ length: 100_000 }, (_, index) => ({
    from: 1 + (index % 1000),
    to: 1_000_000 - index,
  }))
  const began = performance.now()
  const stretches = paint(runs)
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(stretches.find(({ from }) => from === 1000)?.owner).toBe(99_999)
  expect(stretches.find(({ from }) => from === 1)?.owner).toBe(99_000)
})
