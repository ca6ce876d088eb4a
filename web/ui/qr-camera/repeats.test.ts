import { expect, test } from 'vitest'
import { makeRepeatFilter } from './repeats.ts'

test('a code held in front of the camera counts once, also when another one is seen between', () => {
  const counts = makeRepeatFilter(3000)
  expect(counts('A', 0)).toBe(true)
  for (let at = 120; at < 20_000; at += 120) expect(counts('A', at)).toBe(false)
  expect(counts('B', 20_000)).toBe(true)
  expect(counts('A', 20_100)).toBe(false)
  expect(counts('A', 23_000)).toBe(false)
  expect(counts('A', 26_000)).toBe(true)
  expect(counts('B', 26_000)).toBe(true)
})
