import { expect, test } from 'vitest'
import { keepOrder, mostOf } from './shift-search.ts'

test('a refresh moves no lot: what is new comes last, what is gone leaves', () => {
  expect(keepOrder([], [9, 8])).toEqual([9, 8])
  expect(keepOrder([9, 8], [8, 12, 9])).toEqual([9, 8, 12])
  expect(keepOrder([9, 8, 7], [7, 9])).toEqual([9, 7])
})

test('the longest bar is the plant’s busiest hour', () => {
  const moved = (activated: number) => ({ activated, deactivated: 5 })
  const hour = (mine: number, plant: number) => ({
    from: '2026-11-20T00:30:00Z',
    mine: moved(mine),
    plant: moved(plant),
  })
  expect(mostOf([hour(10, 40), hour(30, 30)])).toBe(40)
  expect(mostOf([hour(0, 0)])).toBe(1)
})
