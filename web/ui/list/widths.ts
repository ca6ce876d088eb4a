import { LEAST_WIDTH, MOST_WIDTH } from '../../../contract/platform/views.ts'

type Sized = { key: string; width: number }
/** Pixels by the column's key. */
export type Widths = Readonly<Record<string, number>>

/** A step of an arrow key, in pixels. */
export const STEP = 16

export const bounded = (pixels: number): number =>
  Math.round(Math.min(Math.max(pixels, LEAST_WIDTH), MOST_WIDTH))

/**
 * How wide columns are in so many pixels of room. A width that was given stands; the others share what
 * is left in the proportions of their own, and none falls below it. The last takes what nobody else does.
 */
export function laidOut(columns: readonly Sized[], given: Widths, room: number): number[] {
  const last = columns.length - 1
  const fixed = columns.map(({ key }, index) => (index === last ? undefined : given[key]))
  const own = columns.map(({ key, width }, index) =>
    index === last ? (given[key] ?? width) : width,
  )
  const left = fixed.reduce<number>((sum, pixels) => sum - (pixels ?? 0), room)
  const wanted = own.reduce(
    (sum, width, index) => sum + (fixed[index] === undefined ? width : 0),
    0,
  )
  const share = Math.max(1, left / wanted)
  const widths = own.map((width, index) => fixed[index] ?? Math.floor(width * share))
  const rest = room - widths.reduce((sum, width) => sum + width, 0)
  return widths.map((width, index) => (index === last && rest > 0 ? width + rest : width))
}

/**
 * The widths that are given once a column is made so wide. The columns before it stay as they are
 * shown, so that the edge stands where it was let go; those after it share what is left.
 */
export function resized(
  columns: readonly Sized[],
  { shown, given }: { shown: readonly number[]; given: Widths },
  at: number,
  pixels: number,
): Widths {
  const upTo = columns.slice(0, at + 1).map(({ key }, index) => {
    const width = index === at ? pixels : (shown[index] ?? 0)
    return [key, bounded(width)] as const
  })
  return { ...given, ...Object.fromEntries(upTo) }
}

/** Without the width that a column was given. */
export function ownWidth(given: Widths, key: string): Widths {
  return Object.fromEntries(Object.entries(given).filter(([name]) => name !== key))
}

/** Where a key leads from a width; null for another key, and with `own` back to the column's own. */
export function widthByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  pixels: number,
): number | 'own' | null {
  const step = shiftKey ? STEP * 4 : STEP
  switch (key) {
    case 'ArrowLeft':
      return pixels - step
    case 'ArrowRight':
      return pixels + step
    case 'Home':
      return LEAST_WIDTH
    case 'Enter':
      return 'own'
    default:
      return null
  }
}
