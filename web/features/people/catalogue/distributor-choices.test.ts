import { expect, test } from 'vitest'
import { distributorChoices, distributorFilter } from './distributor-choices.ts'

const KNOWN = [
  { distributorId: 1, code: 'D1', name: 'Agarwal Traders', state: 27, left: true },
  { distributorId: 2, code: 'D2', name: 'Bose Stores', state: 19, left: false },
]

test('a deactivated distributor is offered to what has it already, and to nothing new', () => {
  expect(distributorChoices(KNOWN, [])).toEqual([{ value: '2', label: 'Bose Stores (D2)' }])
  expect(distributorChoices(KNOWN, ['1'])).toEqual([
    { value: '1', label: 'Agarwal Traders (D1, left)' },
    { value: '2', label: 'Bose Stores (D2)' },
  ])
})

test('a list can be narrowed to it, marked and behind the others', () => {
  expect(distributorFilter(KNOWN)).toEqual([
    { value: 2, label: 'Bose Stores' },
    { value: 1, label: 'Agarwal Traders (left)' },
  ])
})
