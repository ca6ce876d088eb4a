import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { LIKE_NAME, nameLikeness, SAME_NAME } from './names.ts'

const verdict = (one: string, other: string) => {
  const likeness = nameLikeness(one, other)
  if (likeness >= SAME_NAME) return 'same'
  return likeness >= LIKE_NAME ? 'alike' : 'other'
}

test.each([
  ['Ramesh Kumar', 'RAMESH KUMAR', 'same'],
  ['Ramesh Kumar', 'Kumar Ramesh', 'same'],
  ['Shri Ramesh Kumar', 'Mr. Ramesh Kumar', 'same'],
  ['R. Kumar', 'Ramesh Kumar', 'same'],
  ['RK Sharma', 'Ramesh Kumar Sharma', 'same'],
  ['R K Sharma', 'Sharma Ramesh Kumar', 'same'],
  ['Ramesh Kumar Sharma', 'Ramesh Sharma', 'same'],
  ['José Fernandes', 'Jose Fernandes', 'same'],
  ['रमेश कुमार', 'रमेश कुमार', 'same'],
  ['R K', 'Ramesh Kumar', 'alike'],
  ['Ramesh', 'Ramesh Kumar', 'alike'],
  ['Suresh Kumar', 'Ramesh Kumar', 'other'],
  ['S Kumar', 'Ramesh Kumar', 'other'],
  ['Asha Devi', 'Ramesh Kumar', 'other'],
  ['---', 'Ramesh Kumar', 'other'],
  ['---', '...', 'other'],
])('%s and %s are %s', (one, other, expected) => {
  expect(verdict(one, other)).toBe(expected)
})

const name = fc
  .array(fc.stringMatching(/^[a-d]{1,5}$/), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(' '))

describe('for any two names', () => {
  test('it is from 0 to 1, the same both ways, and blind to case and order', () => {
    fc.assert(
      fc.property(name, name, (one, other) => {
        const likeness = nameLikeness(one, other)
        expect(likeness).toBeGreaterThanOrEqual(0)
        expect(likeness).toBeLessThanOrEqual(1)
        expect(nameLikeness(other, one)).toBeCloseTo(likeness, 10)
        const turned = one.split(' ').toReversed().join(' ').toUpperCase()
        expect(nameLikeness(turned, other)).toBeCloseTo(likeness, 10)
      }),
    )
  })

  test('a name is itself', () => {
    fc.assert(
      fc.property(name, (one) => {
        expect(nameLikeness(one, one)).toBe(1)
      }),
    )
  })
})
