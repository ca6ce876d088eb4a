import { checkCell, type OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import type { ErrorRow } from '../../../../contract/people/onboarding.ts'

/** The cells of a row, one for each column, as they can be corrected. */
export function valuesOf(columns: readonly OnboardingColumn[], row: ErrorRow): string[] {
  return columns.map((_, index) => row.cells?.[index] ?? '')
}

/** What a cell that was changed lacks before anybody is asked; undefined where it may be right. */
export function problemOf(
  { key, header, required }: OnboardingColumn,
  text: string,
): string | undefined {
  if (text.trim() === '') return required ? `${header} cannot be empty.` : undefined
  const checked = checkCell(key, text)
  return 'reason' in checked ? checked.reason : undefined
}

/**
 * What stands at each field: of a cell as it was judged the reasons for that, of one that was changed
 * what is wrong with it now, once it was left.
 */
export function shownProblems(
  columns: readonly OnboardingColumn[],
  row: ErrorRow,
  values: readonly string[],
  isTouched: (index: number) => boolean,
): (string | undefined)[] {
  const judged = valuesOf(columns, row)
  return columns.map((column, index) => {
    const value = values[index] ?? ''
    if (value !== judged[index]) return isTouched(index) ? problemOf(column, value) : undefined
    const reasons = row.problems.filter(({ column: header }) => header === column.header)
    return reasons.length > 0 ? reasons.map(({ reason }) => reason).join(' ') : undefined
  })
}

/** Whether what was changed may be sent: what was not changed may be right by now. */
export function maySend(
  columns: readonly OnboardingColumn[],
  row: ErrorRow,
  values: readonly string[],
): boolean {
  const judged = valuesOf(columns, row)
  return columns.every((column, index) => {
    const value = values[index] ?? ''
    return value === judged[index] || problemOf(column, value) === undefined
  })
}
