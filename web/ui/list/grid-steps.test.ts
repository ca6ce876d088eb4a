import { describe, expect, it } from 'vitest'
import { stepInGrid } from './grid-steps.ts'

/** Seven cards, three in a row: 0 1 2 / 3 4 5 / 6. */
const cards = Array.from({ length: 7 }, (_, index) => ({
  left: (index % 3) * 100,
  top: Math.floor(index / 3) * 120 + (index % 2) * 0.4,
}))

describe('arrow keys in a grid', () => {
  it.each([
    [0, 'ArrowRight', 1],
    [2, 'ArrowRight', 3],
    [6, 'ArrowRight', 6],
    [3, 'ArrowLeft', 2],
    [0, 'ArrowLeft', 0],
    [1, 'ArrowDown', 4],
    [4, 'ArrowDown', 6],
    [6, 'ArrowDown', 6],
    [6, 'ArrowUp', 3],
    [5, 'ArrowUp', 2],
    [1, 'ArrowUp', 1],
    [4, 'Home', 0],
    [4, 'End', 6],
    [-1, 'ArrowDown', 0],
    [-1, 'ArrowUp', 0],
    [-1, 'ArrowRight', 0],
    [4, 'Tab', -1],
  ])('from %i by %s to %i', (at, key, to) => {
    expect(stepInGrid(cards, at, key)).toBe(to)
  })

  it('has nowhere to go where there are none', () => {
    for (const key of ['ArrowDown', 'ArrowRight', 'Home', 'End']) {
      expect(stepInGrid([], -1, key)).toBe(-1)
    }
  })
})
