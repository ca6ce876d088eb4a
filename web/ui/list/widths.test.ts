import { expect, test } from 'vitest'
import { bounded, laidOut, ownWidth, resized, widthByKey } from './widths.ts'

const columns = [
  { key: 'when', width: 150 },
  { key: 'who', width: 100 },
  { key: 'points', width: 50 },
  { key: 'note', width: 200 },
]
const sum = (widths: readonly number[]) => widths.reduce((total, width) => total + width, 0)

test('without a given width the room is shared in the proportions of their own', () => {
  expect(laidOut(columns, {}, 1000)).toEqual([300, 200, 100, 400])
  expect(laidOut(columns, {}, 500)).toEqual([150, 100, 50, 200])
  expect(laidOut(columns, {}, 320)).toEqual([150, 100, 50, 200])
})

test('a given width stands, the others share what is left, and no pixel is lost', () => {
  expect(laidOut(columns, { who: 300 }, 1100)).toEqual([300, 300, 100, 400])
  expect(laidOut(columns, { who: 900 }, 1000)).toEqual([150, 900, 50, 200])
  for (const room of [701, 777, 999, 1003]) {
    expect(sum(laidOut(columns, { who: 131 }, room))).toBe(room)
  }
})

test('the last takes what nobody else does, and keeps at least what it was given', () => {
  const all = { when: 100, who: 100, points: 60 }
  expect(laidOut(columns, all, 1000)).toEqual([100, 100, 60, 740])
  expect(laidOut(columns, { ...all, note: 300 }, 1000)).toEqual([100, 100, 60, 740])
  expect(laidOut(columns, { ...all, note: 300 }, 400)).toEqual([100, 100, 60, 300])
})

test('widths of columns that are not there mean nothing', () => {
  expect(laidOut(columns, { gone: 900 }, 500)).toEqual([150, 100, 50, 200])
  expect(laidOut([], {}, 500)).toEqual([])
})

test('an edge stands where it was let go: the columns before it stay as they are shown', () => {
  const shown = laidOut(columns, {}, 1000)
  const given = resized(columns, { shown, given: {} }, 1, 260)
  expect(given).toEqual({ when: 300, who: 260 })
  expect(laidOut(columns, given, 1000).slice(0, 2)).toEqual([300, 260])
  expect(resized(columns, { shown, given: { points: 77 } }, 0, 5000)).toEqual({
    when: 1200,
    points: 77,
  })
  expect(resized(columns, { shown, given: {} }, 0, -80)).toEqual({ when: 48 })
  expect(bounded(99.6)).toBe(100)
})

test('keys move an edge by steps, to the least, and back to the column’s own', () => {
  const key = (name: string, shiftKey = false) => widthByKey({ key: name, shiftKey }, 200)
  expect([key('ArrowRight'), key('ArrowLeft'), key('ArrowRight', true)]).toEqual([216, 184, 264])
  expect([key('Home'), key('Enter'), key('ArrowDown'), key('x')]).toEqual([48, 'own', null, null])
  expect(ownWidth({ who: 80, when: 90 }, 'who')).toEqual({ when: 90 })
})
