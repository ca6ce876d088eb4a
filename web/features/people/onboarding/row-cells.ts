import type { RowProblem, UploadRow } from '../../../../contract/people/onboarding.ts'

/** A cell of the preview: what is given, what it changes, what is wrong with it. */
export type Cell = { text: string; before: string | null; reasons: readonly string[] }

type Row = Pick<UploadRow, 'cells' | 'changes' | 'problems'>

/** The cells of a row in the order of the columns; where they are not kept any more, what changed. */
export function cellsOf(headers: readonly string[], { cells, changes, problems }: Row): Cell[] {
  return headers.map((header, index) => {
    const change = changes.find(({ column }) => column === header)
    return {
      text: change?.after ?? cells?.[index] ?? '',
      before: change?.before ?? null,
      reasons: problems.filter(({ column }) => column === header).map(({ reason }) => reason),
    }
  })
}

/** What is wrong with the row as a whole, or with a column that the file has no place for. */
export function rowReasons(
  headers: readonly string[],
  problems: readonly RowProblem[],
): readonly string[] {
  return problems
    .filter(({ column }) => column === null || !headers.includes(column))
    .map(({ column, reason }) => (column === null ? reason : `${column}: ${reason}`))
}
