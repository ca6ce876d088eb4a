type Modules = readonly (readonly boolean[])[]
/** Dark modules beside each other in one row. */
type Run = { x: number; y: number; length: number }

/** The dark modules of a QR code: each run in a row is one rectangle. */
export function darkRuns(rows: Modules): Run[] {
  return rows.flatMap((row, y) =>
    row.flatMap((dark, x) => {
      if (!dark || row[x - 1]) return []
      const light = row.indexOf(false, x)
      return [{ x, y, length: (light === -1 ? row.length : light) - x }]
    }),
  )
}

/** The dark modules of a QR code as the path of an SVG. */
export function pathOf(rows: Modules): string {
  return darkRuns(rows)
    .map(({ x, y, length }) => `M${x} ${y}h${length}v1h-${length}z`)
    .join('')
}
