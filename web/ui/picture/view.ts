export type Size = { width: number; height: number }
export type Point = { x: number; y: number }
export type Turn = 0 | 90 | 180 | 270
/**
 * How a picture lies in its box. `zoom` 1 is as large as fits; x and y say how far the picture's
 * centre is from the box's, in pixels of the screen.
 */
export type View = Point & { zoom: number; turn: Turn }

export const WHOLE: View = { zoom: 1, x: 0, y: 0, turn: 0 }
const MOST = 12
/** A small picture is not blown up beyond this to fill its box. */
const LARGEST_FIT = 2
const CENTRE: Point = { x: 0, y: 0 }

/** The size of a picture as it lies, turned. */
export function turned({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Pixels of the screen for a pixel of the picture, at zoom 1. */
export function fitOf(box: Size, picture: Size, turn: Turn): number {
  const { width, height } = turned(picture, turn)
  return Math.min(box.width / width, box.height / height, LARGEST_FIT)
}

/** Zooms by a factor so that what is at `at`, from the middle of the box, stays there. */
export function zoomed(view: View, factor: number, at: Point = CENTRE): View {
  const zoom = Math.min(MOST, Math.max(1, view.zoom * factor))
  const by = zoom / view.zoom
  return { ...view, zoom, x: at.x - (at.x - view.x) * by, y: at.y - (at.y - view.y) * by }
}

export function moved(view: View, { x, y }: Point): View {
  return { ...view, x: view.x + x, y: view.y + y }
}

/** A quarter to the right (1) or to the left (-1), seen whole again. */
export function quarter({ turn }: View, direction: 1 | -1): View {
  const turns: readonly Turn[] = [0, 90, 180, 270]
  return { ...WHOLE, turn: turns[(turn / 90 + direction + 4) % 4] ?? 0 }
}

/** The nearest view that shows no more empty room than the whole picture would. */
export function kept(view: View, box: Size, picture: Size): View {
  const { width, height } = turned(picture, view.turn)
  const scale = fitOf(box, picture, view.turn) * view.zoom
  const within = (value: number, shown: number, room: number): number => {
    const most = Math.max(0, (shown - room) / 2)
    return Math.min(most, Math.max(-most, value)) || 0
  }
  return {
    ...view,
    x: within(view.x, width * scale, box.width),
    y: within(view.y, height * scale, box.height),
  }
}
