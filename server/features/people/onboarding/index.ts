// What other rooms may use of this one.
export type { Made } from './made.ts'
export type { GivenRow, Judged } from './onboarding-kind.ts'
export type { Applying, OnboardingRules } from './onboarding-rules.ts'
export { type CellValues, codeOf, inColumnOrder, readCells, textOf } from './read-cells.ts'
