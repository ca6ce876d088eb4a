import { canSee } from '../../../../contract/menu.ts'
import { can } from '../../../../contract/permissions.ts'
import { REPORTS, reportType, type ReportType } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import { chargeReports } from './charge-reports.ts'
import { couponReports } from './coupon-reports.ts'
import { deskReports } from './desk-reports.ts'
import { enquiryReports } from './enquiry-reports.ts'
import { kycReports } from './kyc-reports.ts'
import { moneyReports } from './money-reports.ts'
import { onboardingReports } from './onboarding-report.ts'
import { peopleReports } from './people-reports.ts'
import { pointReports } from './point-reports.ts'
import { scanReports } from './scan-report.ts'
import { schemeReports } from './scheme-report.ts'
import { settlementReports } from './settlement-reports.ts'
import { staffReports } from './staff-report.ts'
import { taxReports } from './tax-report.ts'
import type { Report } from './report.ts'

/** Every report; each file has those of a subject. */
export const DEFINITIONS: Record<ReportType, Report> = {
  ...chargeReports,
  ...couponReports,
  ...deskReports,
  ...enquiryReports,
  ...kycReports,
  ...moneyReports,
  ...onboardingReports,
  ...peopleReports,
  ...pointReports,
  ...scanReports,
  ...schemeReports,
  ...settlementReports,
  ...staffReports,
  ...taxReports,
}

/** Whether a role may have a report: that of a page it sees, or of money where it is named. */
export function mayHave(role: Role, type: ReportType): boolean {
  const { page, also = [], only } = DEFINITIONS[type]
  if (!can(role, 'report.download')) return false
  return only ? only.includes(role) : canSee(role, page) || also.includes(role)
}

/** What is sealed is opened for one file that goes out at once; none that holds it is kept. */
export function mayPrepare(type: ReportType): boolean {
  return DEFINITIONS[type].mostDays === undefined
}

/** The reports that may hold a member; one that nobody thought about is taken to. */
export const REPORTS_OF_MEMBERS = reportType.options.filter(
  (type) => !DEFINITIONS[type].withoutMembers,
)

/** The reports that a role may have, in the order in which people choose. */
export function reportsFor(role: Role) {
  return reportType.options
    .filter((type) => mayHave(role, type))
    .map((type) => ({
      type,
      label: REPORTS[type],
      description: DEFINITIONS[type].description,
      filters: [...DEFINITIONS[type].filters],
      mayPrepare: mayPrepare(type),
    }))
}
