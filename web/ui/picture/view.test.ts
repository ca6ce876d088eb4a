import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WHOLE, fitOf, kept, moved, quarter, turned, zoomed, type View } from './view.ts'

const box = { width: 600, height: 400 }
const portrait = { width: 1200, height: 1600 }

const pixels = fc.integer({ min: 1, max: 5000 })
const sizes = fc.record({ width: pixels, height: pixels })
const points = fc.record({ x: fc.integer({ min: -900, max: 900 }), y: fc.integer() })

test('a picture fits by its longer side, and by the other one when it is turned', () => {
  expect(fitOf(box, portrait, 0)).toBe(0.25)
  expect(fitOf(box, portrait, 90)).toBe(400 / 1200)
  expect(turned(portrait, 270)).toEqual({ width: 1600, height: 1200 })
})

test('a small picture is not blown up to fill the box', () => {
  expect(fitOf(box, { width: 30, height: 20 }, 0)).toBe(2)
})

describe('zooming', () => {
  test('keeps what is under the pointer there', () => {
    const at = { x: 120, y: -40 }
    const first = zoomed({ ...WHOLE, zoom: 2, x: 30, y: 10 }, 1.5, at)
    expect(first.zoom).toBe(3)
    // A point p of the picture is seen at view + p × zoom.
    expect((at.x - first.x) / 3).toBeCloseTo((at.x - 30) / 2)
    expect((at.y - first.y) / 3).toBeCloseTo((at.y - 10) / 2)
  })
  test('never leaves its limits', () => {
    expect(zoomed(WHOLE, 0.1).zoom).toBe(1)
    expect(zoomed(WHOLE, 1e6).zoom).toBe(12)
  })
})

test('four quarters are a whole, and back is the other way', () => {
  let view: View = { ...WHOLE, zoom: 3, x: 40, y: 2 }
  expect(quarter(view, -1)).toEqual({ ...WHOLE, turn: 270 })
  for (const turn of [90, 180, 270, 0]) {
    view = quarter(view, 1)
    expect(view).toEqual({ ...WHOLE, turn })
  }
})

describe('however it is moved, the picture stays in its box', () => {
  test('whole it lies in the middle', () => {
    expect(kept(moved(WHOLE, { x: 70, y: -900 }), box, portrait)).toEqual(WHOLE)
  })
  test('zoomed, an edge is never drawn past the edge of the box', () => {
    fc.assert(
      fc.property(
        sizes,
        sizes,
        points,
        fc.double({ min: 1, max: 12, noNaN: true }),
        (room, picture, by, zoom) => {
          const view = kept(moved({ ...WHOLE, zoom }, by), room, picture)
          const shown = picture.width * fitOf(room, picture, 0) * zoom
          const left = room.width / 2 + view.x - shown / 2
          const right = left + shown
          if (shown >= room.width) {
            expect(left).toBeLessThanOrEqual(1e-6)
            expect(right).toBeGreaterThanOrEqual(room.width - 1e-6)
          } else expect(left).toBeCloseTo((room.width - shown) / 2)
        },
      ),
    )
  })
})
