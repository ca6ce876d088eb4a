/** The dark modules of a QR code as the path of an SVG: each run in a row is one rectangle. */
export function pathOf(rows: readonly (readonly boolean[])[]): string {
  return rows
    .flatMap((row, y) =>
      row.flatMap((dark, x) => {
        if (!dark || row[x - 1]) return []
        const light = row.indexOf(false, x)
        const run = (light === -1 ? row.length : light) - x
        return [`M${x} ${y}h${run}v1h-${run}z`]
      }),
    )
    .join('')
}
