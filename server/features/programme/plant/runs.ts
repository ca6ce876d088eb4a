export type Run = { from: number; to: number }

/** Serials in ascending order as runs of neighbours. */
export function runsOf(serials: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const serial of serials) {
    const last = runs.at(-1)
    if (last && last.to + 1 === serial) last.to = serial
    else runs.push({ from: serial, to: serial })
  }
  return runs
}

/** The runs as a multirange of PostgreSQL: `{[1,4),[7,11)}`. */
export function multirange(runs: readonly Run[]): string {
  return `{${runs.map(({ from, to }) => `[${from},${to + 1})`).join(',')}}`
}

/** The serials of a multirange as PostgreSQL writes it. */
export function serialsOf(text: string): number[] {
  return [...text.matchAll(/\[(\d+),(\d+)\)/g)].flatMap(([, from, end]) =>
    Array.from({ length: Number(end) - Number(from) }, (_, index) => Number(from) + index),
  )
}

/** `17` or `1 to 10`, as a person would say it. */
export function runWords({ from, to }: Run): string {
  return from === to ? String(from) : `${from} to ${to}`
}
