import { checkCell, type OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import type { RowProblem } from '../../../../contract/people/onboarding.ts'

export type CellValues = Readonly<Record<string, string | number>>

/** What the cells of a row stand for, each by its column's key, and what is wrong with the others. */
export function readCells(
  columns: readonly OnboardingColumn[],
  cells: Readonly<Record<string, string>>,
): { values: CellValues; problems: RowProblem[] } {
  const values: Record<string, string | number> = {}
  const problems: RowProblem[] = []
  for (const { key, header, required } of columns) {
    const text = cells[key] ?? ''
    const checked = text.trim() === '' ? null : checkText(key, text)
    if (checked === null) {
      if (required) problems.push({ column: header, reason: `${header} is missing.` })
    } else if ('value' in checked) values[key] = checked.value
    else problems.push({ column: header, reason: checked.reason })
  }
  return { values, problems }
}

/** PostgreSQL stores no NUL: one such cell would stop the whole piece that its row is in. */
function checkText(key: string, text: string) {
  return text.includes('\0')
    ? { reason: 'This holds a character that cannot be stored.' }
    : checkCell(key, text)
}

/** The text of a column, null where its cell is empty or not right. */
export function textOf(values: CellValues, key: string): string | null {
  const value = values[key]
  return typeof value === 'string' ? value : null
}

/** The code of a row as it is kept beside it, right or not: capital letters, at most 40. */
export function codeOf(cell: string | undefined): string | null {
  return cell?.replaceAll('\0', '').trim().toUpperCase().slice(0, 40) || null
}

/** Problems as a person reads a row: by its columns, what concerns the whole row last. */
export function inColumnOrder(
  columns: readonly OnboardingColumn[],
  problems: readonly RowProblem[],
): RowProblem[] {
  const headers = columns.map(({ header }) => header)
  const place = ({ column }: RowProblem) => (column === null ? Infinity : headers.indexOf(column))
  return problems.toSorted((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}
