import type { OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'
import type { StreamedRow } from '../../../lib/sheet/row-stream.ts'
import type { Heading } from './heading.ts'
import type { GivenRow, Judged } from './onboarding-kind.ts'
import { inColumnOrder } from './read-cells.ts'
import { readReference, type RowName } from './reference.ts'

/** A row of a file: its cells, what is wrong with them as they stand, which refused row it corrects. */
export type ReadRow = {
  given: GivenRow
  /** In the order of the columns of the kind. */
  cells: readonly string[]
  faults: readonly RowProblem[]
  corrects: RowName | null
}

/** Reads a row by the heading of its file. */
export function readRow(
  columns: readonly OnboardingColumn[],
  { places, reference }: Heading,
  { line, cells, faults }: StreamedRow,
): ReadRow {
  const ordered = places.map((place) => cells[place] ?? '')
  return {
    given: givenRow(columns, line, ordered),
    cells: ordered,
    faults: faults.flatMap(({ column, reason }) => {
      const at = column === null ? -1 : places.indexOf(column)
      // What stands under a heading of our own is not taken over, so nothing can be wrong with it.
      if (column !== null && at < 0) return []
      return [{ column: columns[at]?.header ?? null, reason }]
    }),
    corrects: reference === null ? null : readReference(cells[reference] ?? ''),
  }
}

/** The cells of a row, in the order of the columns, by the keys of those. */
export function givenRow(
  columns: readonly OnboardingColumn[],
  rowNo: number,
  cells: readonly string[],
): GivenRow {
  return {
    rowNo,
    cells: Object.fromEntries(columns.map(({ key }, index) => [key, cells[index] ?? ''])),
  }
}

/** Which row of a file claimed what first. */
export type Claims = Map<string, number>

/**
 * What was judged of a row, with what is wrong with it as it stands and beside the rows before it.
 * Remembers what it claims.
 */
export function judgedInFile(
  columns: readonly OnboardingColumn[],
  { faults }: Pick<ReadRow, 'faults'>,
  judged: Judged,
  claims: Claims,
): Judged {
  const isFaulty = (column: string | null) =>
    column !== null && faults.some((fault) => fault.column === column)
  const twins = judged.claims.flatMap(({ column, value }): RowProblem[] => {
    // What a formula or a merged cell shows is nobody's.
    if (isFaulty(column)) return []
    const key = `${column}\0${value}`
    const first = claims.get(key)
    if (first === undefined) {
      claims.set(key, judged.rowNo)
      return []
    }
    return [{ column, reason: `Row ${first} of this file has the same. It can stand only once.` }]
  })
  const added = [...faults, ...twins]
  if (added.length === 0) return judged
  const others = judged.problems.filter(({ column }) => !isFaulty(column))
  const problems = inColumnOrder(columns, [...others, ...added])
  return { ...judged, verdict: 'refused', problems, changes: [] }
}

/** What was judged of each row, in the order of the rows. */
export function judgedOf(rows: readonly GivenRow[], judged: readonly Judged[]): Judged[] {
  const byRow = new Map(judged.map((one) => [one.rowNo, one]))
  return rows.map(({ rowNo }) => {
    const one = byRow.get(rowNo)
    if (!one) throw new Error(`Row ${rowNo} was not judged.`)
    return one
  })
}
