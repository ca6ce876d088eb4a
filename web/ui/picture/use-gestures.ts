import { useEffect, useEffectEvent, useRef, type PointerEvent, type RefObject } from 'react'
import { moved, zoomed, type Point, type View } from './view.ts'

const WHEEL = 0.0016
/** A pinch on a touchpad comes as a wheel with Ctrl and in smaller steps. */
const PINCH = 0.01

/** How far an arrow key moves, in pixels. */
const STEP = 60
const ARROWS: Record<string, Point> = {
  ArrowLeft: { x: STEP, y: 0 },
  ArrowRight: { x: -STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
}

function fromMiddle(
  box: Element,
  { clientX, clientY }: { clientX: number; clientY: number },
): Point {
  const { left, top, width, height } = box.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The wheel zooms at the pointer; one pointer drags, two pinch; arrow keys move. */
export function useGestures(
  box: RefObject<HTMLElement | null>,
  view: View,
  onChange: (view: View) => void,
) {
  const pointers = useRef(new Map<number, Point>())
  const turnWheel = useEffectEvent((event: WheelEvent) => {
    if (!box.current) return
    event.preventDefault()
    const factor = Math.exp(-event.deltaY * (event.ctrlKey ? PINCH : WHEEL))
    onChange(zoomed(view, factor, fromMiddle(box.current, event)))
  })
  const press = useEffectEvent((event: KeyboardEvent) => {
    const step = ARROWS[event.key]
    if (!step || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onChange(moved(view, step))
  })
  useEffect(() => {
    const element = box.current
    const ending = new AbortController()
    const { signal } = ending
    // React's own listener is passive and could not keep the page from scrolling.
    element?.addEventListener('wheel', (event) => turnWheel(event), { passive: false, signal })
    element?.addEventListener('keydown', (event) => press(event), { signal })
    return () => ending.abort()
  }, [box])

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, fromMiddle(event.currentTarget, event))
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const before = pointers.current.get(event.pointerId)
    if (!before) return
    const now = fromMiddle(event.currentTarget, event)
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1]
    pointers.current.set(event.pointerId, now)
    if (!other) return onChange(moved(view, { x: now.x - before.x, y: now.y - before.y }))
    const [from, to] = [middleOf(before, other), middleOf(now, other)]
    const pinched = zoomed(view, distance(now, other) / Math.max(1, distance(before, other)), from)
    onChange(moved(pinched, { x: to.x - from.x, y: to.y - from.y }))
  }
  const onPointerEnd = (event: PointerEvent<HTMLElement>): void => {
    pointers.current.delete(event.pointerId)
  }
  return {
    onPointerDown,
    onPointerMove,
    onPointerUp: onPointerEnd,
    onPointerCancel: onPointerEnd,
  }
}
