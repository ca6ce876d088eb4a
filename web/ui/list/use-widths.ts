import { useLayoutEffect, useState, type RefObject } from 'react'
import type { Column } from './types.ts'
import { laidOut, ownWidth, resized, type Widths } from './widths.ts'

export type ColumnWidths = {
  /** Pixels of each column. */
  pixels: readonly number[]
  /** From now on columns are as wide as is said, to the pixel. */
  measure: () => void
  /** Shows a column so wide without keeping it; null: all as they are kept. */
  draw: (at: number, pixels: number | null) => void
  /** Undefined where nobody may change them. */
  keep: ((at: number, pixels: number | 'own') => void) | undefined
}

function put(table: HTMLTableElement, pixels: readonly number[], beside: number): void {
  const cols = [...table.querySelectorAll('col')].slice(-pixels.length)
  for (const [index, col] of cols.entries()) col.style.width = `${pixels[index]}px`
  table.style.minWidth = `${pixels.reduce((sum, width) => sum + width, beside)}px`
}

/**
 * How wide the columns of a table are. As long as nobody gave a width the browser shares out the room;
 * then it is done here, as it cannot mix both. `beside` is what other columns take.
 */
export function useWidths<Row>(
  tableRef: RefObject<HTMLTableElement | null>,
  columns: readonly Column<Row>[],
  {
    given,
    beside,
    onChange,
  }: { given: Widths; beside: number; onChange: ((given: Widths) => void) | undefined },
): ColumnWidths {
  const [room, setRoom] = useState<number>()
  const [touched, setTouched] = useState(false)
  const active = touched || columns.some(({ key }) => given[key] !== undefined)
  useLayoutEffect(() => {
    const frame = tableRef.current?.parentElement
    if (!active || !frame) return
    const look = (): void => setRoom(frame.clientWidth - beside)
    look()
    const observer = new ResizeObserver(look)
    observer.observe(frame)
    return () => observer.disconnect()
  }, [tableRef, active, beside])
  const laid = (widths: Widths): number[] =>
    active && room !== undefined
      ? laidOut(columns, widths, room)
      : columns.map(({ key, width }) => widths[key] ?? width)
  const pixels = laid(given)
  const changed = (at: number, wide: number): Widths =>
    resized(columns, { shown: pixels, given }, at, wide)
  return {
    pixels,
    measure: () => setTouched(true),
    draw: (at, wide) => {
      if (!tableRef.current) return
      put(tableRef.current, wide === null ? pixels : laid(changed(at, wide)), beside)
    },
    keep:
      onChange &&
      ((at, wide) => {
        const key = columns[at]?.key
        if (key === undefined) return
        onChange(wide === 'own' ? ownWidth(given, key) : changed(at, wide))
      }),
  }
}
