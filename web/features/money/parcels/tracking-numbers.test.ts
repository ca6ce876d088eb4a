import { expect, test } from 'vitest'
import { filled, repeated } from './tracking-numbers.ts'

const rows = ['1', '2', '3'].map((redemptionId) => ({ redemptionId, number: `RD${redemptionId}` }))

test('a pasted column fills the fields from the one it is pasted into', () => {
  expect(filled(rows, 0, 'A1\r\nA2\nA3\n')).toEqual({ 1: 'A1', 2: 'A2', 3: 'A3' })
  expect(filled(rows, 1, ' A1 \n\nA2\nA3')).toEqual({ 2: 'A1', 3: 'A2' })
  expect(filled(rows, 0, 'A1\tA2')).toEqual({ 1: 'A1', 2: 'A2' })
})

test('one number is pasted as ever', () => {
  expect(filled(rows, 0, 'A1')).toBeNull()
  expect(filled(rows, 0, 'A1\n')).toBeNull()
})

test('a number that stands twice is told at its second place, however it is written', () => {
  expect(repeated(rows, { 1: 'ab-1', 2: 'B2', 3: ' AB-1' })).toEqual({
    'parcels.2.trackingNumber': 'The same number as for RD1.',
  })
  expect(repeated(rows, { 1: '', 2: ' ' })).toEqual({})
})
