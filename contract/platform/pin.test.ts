import { expect, test } from 'vitest'
import { isWeakPin } from './pin.ts'

test.each([
  '0000',
  '1234',
  '9876',
  '2468',
  '654321',
  '1212',
  '123123',
  '1221',
  '1122',
  '2580',
  '1987',
  '2026',
])('%s is easy to guess', (pin) => expect(isWeakPin(pin)).toBe(true))

test.each(['4071', '8305', '52917', '690184', '1987203'])('%s is not', (pin) =>
  expect(isWeakPin(pin)).toBe(false),
)
