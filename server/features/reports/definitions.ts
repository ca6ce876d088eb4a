import { canSee } from '../../../contract/menu.ts'
import { can } from '../../../contract/permissions.ts'
import { REPORTS, reportType, type ReportType } from '../../../contract/reports.ts'
import type { Role } from '../../../contract/roles.ts'
import { couponActivations, couponBatches } from './coupon-reports.ts'
import { memberBalances, pointsLedger } from './point-reports.ts'
import type { Report } from './report.ts'
import { scans } from './scan-report.ts'
import { staffActivity } from './staff-report.ts'

export const DEFINITIONS: Record<ReportType, Report> = {
  'coupon-batches': couponBatches,
  'coupon-activations': couponActivations,
  scans,
  'points-ledger': pointsLedger,
  'member-balances': memberBalances,
  'staff-activity': staffActivity,
}

/** Whether a role may have a report: that of a page it sees, or of money for finance. */
export function mayHave(role: Role, type: ReportType): boolean {
  const { page, also = [] } = DEFINITIONS[type]
  return can(role, 'report.download') && (canSee(role, page) || also.includes(role))
}

/** The reports that a role may have, in the order in which people choose. */
export function reportsFor(role: Role) {
  return reportType.options
    .filter((type) => mayHave(role, type))
    .map((type) => ({
      type,
      label: REPORTS[type],
      description: DEFINITIONS[type].description,
      filters: [...DEFINITIONS[type].filters],
    }))
}
