import type { OnboardingColumn } from '../../../../contract/people/onboarding-columns.ts'
import { gstin, maskGstin, maskPan, pan } from '../../../../contract/india.ts'

const SENSITIVE = new Set(['gstin', 'pan', 'memberMobile', 'member'])
const SHOWN = 2

/** What may be shown of a PAN, GSTIN or mobile, or of whatever was given in its place. */
export function maskedIdentity(text: string): string {
  if (text === '') return ''
  const asPan = pan.safeParse(text)
  if (asPan.success) return maskPan(asPan.data)
  const asGstin = gstin.safeParse(text)
  if (asGstin.success) return maskGstin(asGstin.data)
  const shown = text.length > SHOWN ? text.slice(-SHOWN) : ''
  return '•'.repeat(text.length - shown.length) + shown
}

/** Cells in the order of the columns, with what names a person masked. */
export function maskedCells(
  columns: readonly OnboardingColumn[],
  cells: readonly string[],
): string[] {
  return cells.map((cell, index) =>
    SENSITIVE.has(columns[index]?.key ?? '') ? maskedIdentity(cell) : cell,
  )
}

type Change = { column: string; before: string; after: string }

export function maskedChanges(
  columns: readonly OnboardingColumn[],
  changes: readonly Change[],
): Change[] {
  const sensitive = new Set(
    columns.flatMap(({ key, header }) => (SENSITIVE.has(key) ? [header] : [])),
  )
  return changes.map((change) =>
    sensitive.has(change.column)
      ? {
          column: change.column,
          before: maskedOnce(change.before),
          after: maskedOnce(change.after),
        }
      : change,
  )
}

/** What is known is told as a mask already. */
function maskedOnce(text: string): string {
  return /[*•]/.test(text) ? text : maskedIdentity(text)
}
