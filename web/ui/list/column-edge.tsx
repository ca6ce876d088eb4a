import { useRef, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react'
import { LEAST_WIDTH, MOST_WIDTH } from '../../../contract/platform/views.ts'
import classes from './column-edge.module.css'
import type { ColumnWidths } from './use-widths.ts'
import { bounded, widthByKey } from './widths.ts'

/** From here on a press was meant to move it. */
const MOVED = 3

/**
 * The edge after a column: dragged, or moved by arrow keys, it makes the column wider or narrower.
 * Double click and Enter give the column its own width again, Escape leaves it as it was.
 */
export function ColumnEdge({
  header,
  at,
  widths: { pixels, measure, draw, keep },
}: {
  header: string
  at: number
  widths: ColumnWidths
}): ReactElement {
  const drag = useRef<{ from: number; wide: number; moved: boolean } | null>(null)
  const wide = pixels[at] ?? 0
  const begin = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0 || !event.isPrimary) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { from: event.clientX, wide, moved: false }
  }
  const move = (event: PointerEvent): void => {
    const now = drag.current
    if (!now) return
    const by = event.clientX - now.from
    now.moved ||= Math.abs(by) >= MOVED
    if (now.moved) draw(at, now.wide + by)
  }
  const end = (event: PointerEvent, stays: boolean): void => {
    const now = drag.current
    drag.current = null
    if (!now?.moved) return
    if (stays) keep?.(at, now.wide + event.clientX - now.from)
    else draw(at, null)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && drag.current) {
      drag.current = null
      draw(at, null)
      event.preventDefault()
      return
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const next = widthByKey(event, wide)
    if (next === null) return
    event.preventDefault()
    keep?.(at, next)
  }
  return (
    <span
      className={classes.edge}
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuemin={LEAST_WIDTH}
      aria-valuemax={MOST_WIDTH}
      aria-valuenow={bounded(wide)}
      aria-valuetext={`${bounded(wide)} pixels`}
      title="Drag to set the width; double click for its own"
      onPointerEnter={measure}
      onFocus={measure}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onDoubleClick={() => keep?.(at, 'own')}
      onKeyDown={press}
    />
  )
}
