/** Where a card lies, as much of `getBoundingClientRect` as is needed. */
export type Lying = { left: number; top: number }

/** Cards of one row may differ by a fraction of a pixel. */
const SAME_ROW = 2

/**
 * Which card an arrow key leads to from the one at `at`, by how they lie on the screen: left and
 * right in reading order, up and down to the nearest of the next row; `at` itself at the edge, and
 * -1 for another key. From -1, none of them, every arrow leads to the first.
 */
export function stepInGrid(cards: readonly Lying[], at: number, key: string): number {
  const last = cards.length - 1
  const from = cards[at]
  const rowAt = (top: number) =>
    cards.flatMap((card, index) => (Math.abs(card.top - top) <= SAME_ROW ? [index] : []))
  const nearest = (row: readonly number[]): number => {
    const away = (index: number) => Math.abs((cards[index]?.left ?? 0) - (from?.left ?? 0))
    return row.toSorted((one, other) => away(one) - away(other))[0] ?? at
  }
  switch (key) {
    case 'Home':
      return Math.min(0, last)
    case 'End':
      return last
    case 'ArrowLeft':
      return from ? Math.max(at - 1, 0) : Math.min(0, last)
    case 'ArrowRight':
      return Math.min(at + 1, last)
    case 'ArrowDown': {
      if (!from) return Math.min(0, last)
      const below = cards.find(({ top }, index) => index > at && top > from.top + SAME_ROW)
      return below ? nearest(rowAt(below.top)) : at
    }
    case 'ArrowUp': {
      if (!from) return Math.min(0, last)
      const above = cards.findLast(({ top }, index) => index < at && top < from.top - SAME_ROW)
      return above ? nearest(rowAt(above.top)) : at
    }
    default:
      return -1
  }
}

const KEYS: ReadonlySet<string> = new Set([
  'Home',
  'End',
  'ArrowLeft',
  'ArrowRight',
  'ArrowDown',
  'ArrowUp',
])

/** The same of elements, from the one that has the focus. */
export function nextInGrid(cards: readonly HTMLElement[], key: string): HTMLElement | undefined {
  if (!KEYS.has(key)) return undefined
  const at = cards.findIndex((card) => card === document.activeElement)
  return cards[
    stepInGrid(
      cards.map((card) => card.getBoundingClientRect()),
      at,
      key,
    )
  ]
}
