import type { AccessRow } from './platform/data-access.ts'
import { KYC_FIELD_NAMES, type KycField } from './people/kyc-states.ts'
import { formatNumber } from './format.ts'
import { LIST_TITLES, type ListName } from './lists.ts'
import { REPORTS, type ReportType } from './insight/reports.ts'
import type { BudgetKind } from './platform/rule-budgets.ts'

export const BUDGET_NAMES: Record<BudgetKind, string> = {
  reveals: 'Values revealed',
  rows: 'Rows exported',
  people: 'People looked up',
}

/** What was seen: "PAN", "900 rows", "3 times". */
export function accessWhat({ field, kind, rows, times }: AccessRow): string | null {
  if (kind === 'exported') return rows === null ? null : amount(rows, 'row', 'rows')
  if (times !== null) return times === 1 ? 'Once' : `${formatNumber(times)} times`
  if (field === 'address') return 'Postal address'
  return field === null ? null : (KYC_FIELD_NAMES[field as KycField] ?? field)
}

const amount = (value: number, one: string, many: string) =>
  `${formatNumber(value)} ${value === 1 ? one : many}`

/** Whose it was: the member or distributor, or what the list or report is called. */
export function accessOf({ subject, subjectId, code, name }: AccessRow): string {
  switch (subject) {
    case 'list':
      return LIST_TITLES[subjectId as ListName] ?? subjectId
    case 'report':
      return REPORTS[subjectId as ReportType] ?? subjectId
    default:
      return [name, code].filter(Boolean).join(', ') || `Number ${subjectId}`
  }
}
