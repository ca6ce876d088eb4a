import { expect, test } from 'vitest'
import { MAX_SLOT, STAFF_SLOT, firstIdAt, idMaker, isId } from './ids.ts'

const NOW = Date.UTC(2026, 10, 20, 9)
const TOO_MANY_FOR_A_MILLISECOND = 10_000

function ordered(ids: string[]): boolean {
  return ids.every((id, i) => i === 0 || BigInt(id) > BigInt(ids[i - 1] ?? 0))
}

test.each([STAFF_SLOT, 1, MAX_SLOT])('slot %i: ids never repeat and only grow', (slot) => {
  const makeId = idMaker(slot)
  const ids = Array.from({ length: TOO_MANY_FOR_A_MILLISECOND }, () => makeId(NOW))
  // A clock that steps back must not bring old ids again.
  ids.push(makeId(NOW - 60_000), makeId(NOW + 50), makeId(NOW + 51))
  expect(ordered(ids)).toBe(true)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(Number((BigInt(id) >> 12n) & 1023n)).toBe(slot)
})

test('an id holds its millisecond', () => {
  const id = BigInt(idMaker(5)(NOW))
  expect(Number(id >> 22n) + Date.UTC(2025, 0, 1)).toBe(NOW)
})

test('ids fit a signed bigint until 2094', () => {
  const id = BigInt(idMaker(MAX_SLOT)(Date.UTC(2094, 0, 1)))
  expect(id).toBeLessThan(2n ** 63n)
})

test('slots that cannot be are refused', () => {
  for (const slot of [-1, MAX_SLOT + 1, 1.5]) expect(() => idMaker(slot)).toThrow(RangeError)
})

test('the first id of a moment lies between those before and those from then on', () => {
  const first = BigInt(firstIdAt(new Date(NOW)))
  expect(BigInt(idMaker(MAX_SLOT)(NOW - 1))).toBeLessThan(first)
  expect(BigInt(idMaker(STAFF_SLOT)(NOW))).toBeGreaterThanOrEqual(first)
  expect(firstIdAt(new Date(0))).toBe('0')
  expect(isId(firstIdAt(new Date('9999-12-31T00:00:00Z')))).toBe(true)
})

test('only digits that a bigint holds are an id', () => {
  expect(['0', '9223372036854775807'].every(isId)).toBe(true)
  expect(['', '-1', '1.5', 'x', '9223372036854775808', '10000000000000000000'].some(isId)).toBe(
    false,
  )
})
