import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inOrder, movedTo } from './order.ts'

const orders = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 12 })

test('one is at its new place and the others keep their turn', () => {
  fc.assert(
    fc.property(orders, fc.nat(11), fc.integer({ min: -3, max: 14 }), (order, pick, place) => {
      const id = order[pick % order.length] ?? 0
      const moved = movedTo(order, id, place)
      expect(moved.indexOf(id)).toBe(Math.max(0, Math.min(place, order.length - 1)))
      expect(moved.filter((one) => one !== id)).toEqual(order.filter((one) => one !== id))
    }),
  )
})

test('an order is put on what came in another; what it does not name comes last', () => {
  const things = [{ id: 7 }, { id: 3 }, { id: 9 }, { id: 5 }]
  expect(inOrder(things, [5, 7, 4], ({ id }) => id).map(({ id }) => id)).toEqual([5, 7, 3, 9])
  expect(movedTo([1, 2, 3], 8, 0)).toEqual([1, 2, 3])
})
