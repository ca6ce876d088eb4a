import { expect, test } from 'vitest'
import { keyOf, moved } from './reason-rows.ts'

test('a reason gets a key of its own from its name', () => {
  expect([
    keyOf('Wrong stamp!', []),
    keyOf('Wrong stamp', ['wrong_stamp']),
    keyOf('Wrong stamp', ['wrong_stamp', 'wrong_stamp_2']),
    keyOf('2 stamps', []),
    keyOf('मुहर', []),
    keyOf('मुहर', ['reason', 'other']),
  ]).toEqual(['wrong_stamp', 'wrong_stamp_2', 'wrong_stamp_3', 'stamps', 'reason', 'reason_2'])
})

test('a row moves up and down', () => {
  expect(moved(['a', 'b', 'c'], 2, -1)).toEqual(['a', 'c', 'b'])
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
})
