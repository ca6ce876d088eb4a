import type { RefusalRow, ReversalRow } from '../../../../contract/platform/rule-reasons.ts'

export type ReasonRow = ReversalRow & Partial<Pick<RefusalRow, 'en' | 'hi'>>

/** A key from the name, other than those that are there. */
export function keyOf(label: string, taken: readonly string[]): string {
  const letters = label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^[\d_]+|_+$/g, '')
    .slice(0, 32)
  const stem = letters.length > 1 ? letters : 'reason'
  if (!taken.includes(stem)) return stem
  const count = taken.findIndex((_, index) => !taken.includes(`${stem}_${index + 2}`))
  return `${stem}_${count + 2}`
}

/** The row in another place, one up or down. */
export function moved<T>(rows: readonly T[], from: number, by: 1 | -1): T[] {
  const next = [...rows]
  const [row] = next.splice(from, 1)
  if (row !== undefined) next.splice(from + by, 0, row)
  return next
}
