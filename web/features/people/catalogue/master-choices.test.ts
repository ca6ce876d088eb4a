import { expect, test } from 'vitest'
import { masterChoices, masterFilter } from './master-choices.ts'

const PLANTS = [
  { plantId: 1, name: 'Chakan', active: false },
  { plantId: 2, name: 'Jhajjar', active: true },
]
const idOf = ({ plantId }: (typeof PLANTS)[number]) => plantId

test('a deactivated plant is offered to what has it already, and to nothing new', () => {
  expect(masterChoices(PLANTS, idOf)).toEqual([{ value: '2', label: 'Jhajjar' }])
  expect(masterChoices(PLANTS, idOf, ['1'])).toEqual([
    { value: '1', label: 'Chakan (deactivated)' },
    { value: '2', label: 'Jhajjar' },
  ])
  expect(masterChoices(undefined, idOf)).toBeUndefined()
})

test('a list can be narrowed to it, marked and behind the others', () => {
  expect(masterFilter(PLANTS, idOf)).toEqual([
    { value: 2, label: 'Jhajjar' },
    { value: 1, label: 'Chakan (deactivated)' },
  ])
})
