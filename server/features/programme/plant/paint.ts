import type { Run } from './runs.ts'

/** A stretch of serials from `from` to the next stretch, and which of the painted runs shows there. */
type Stretch = { from: number; owner: number | null }

/**
 * Lays runs over one another, each over those before it, and says which one shows where: stretches in
 * the order of the serials, from serial 1 on. `owner` is the run's place in the list. In the time of
 * sorting, however many overlap.
 */
export function paint(runs: readonly Run[]): Stretch[] {
  const edges = [...new Set([1, ...runs.flatMap(({ from, to }) => [from, to + 1])])].toSorted(
    (a, b) => a - b,
  )
  const place = new Map(edges.map((edge, index) => [edge, index]))
  const owners = edges.map((): number | null => null)
  /** The first stretch from here on that nobody owns yet; shortened as it is walked. */
  const free = Array.from({ length: edges.length + 1 }, (_, index) => index)
  const firstFree = (start: number): number => {
    let found = start
    while (free[found] !== found) found = free[found] ?? edges.length
    for (let at = start; at !== found;) {
      const next = free[at] ?? found
      free[at] = found
      at = next
    }
    return found
  }
  for (let owner = runs.length - 1; owner >= 0; owner--) {
    const run = runs[owner]
    if (!run) continue
    const end = place.get(run.to + 1) ?? edges.length
    for (let at = firstFree(place.get(run.from) ?? end); at < end; at = firstFree(at)) {
      owners[at] = owner
      free[at] = at + 1
    }
  }
  return edges.map((from, index) => ({ from, owner: owners[index] ?? null }))
}
