import { canSee } from '../../../contract/menu.ts'
import { can } from '../../../contract/permissions.ts'
import { REPORTS, reportType, type ReportType } from '../../../contract/reports.ts'
import type { Role } from '../../../contract/roles.ts'
import { couponActivations, couponBatches } from './coupon-reports.ts'
import { memberBalances, pointsLedger } from './point-reports.ts'
import { payments, redemptions } from './money-reports.ts'
import { handlingCharges, pointsExpiring } from './charge-reports.ts'
import { gifts, notifications, parcels } from './desk-reports.ts'
import { disputes, enquiries } from './enquiry-reports.ts'
import { kyc, kycDecisions, kycLog } from './kyc-reports.ts'
import { onboardingErrors } from './onboarding-report.ts'
import { distributors, workers } from './people-reports.ts'
import type { Report } from './report.ts'
import { scans } from './scan-report.ts'
import { schemes } from './scheme-report.ts'
import { liability, settlements } from './settlement-reports.ts'
import { staffActivity } from './staff-report.ts'
import { taxRegister, taxRegisterWithPan } from './tax-report.ts'

export const DEFINITIONS: Record<ReportType, Report> = {
  'coupon-batches': couponBatches,
  'coupon-activations': couponActivations,
  scans,
  'points-ledger': pointsLedger,
  'member-balances': memberBalances,
  kyc,
  'kyc-decisions': kycDecisions,
  'kyc-log': kycLog,
  redemptions,
  payments,
  'tax-register': taxRegister,
  'tax-register-pan': taxRegisterWithPan,
  schemes,
  'handling-charges': handlingCharges,
  'points-expiring': pointsExpiring,
  settlements,
  liability,
  distributors,
  workers,
  'onboarding-errors': onboardingErrors,
  enquiries,
  disputes,
  notifications,
  gifts,
  parcels,
  'staff-activity': staffActivity,
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

/** Reports in which no member stands: things, staff, firms, sums, and the trail, which outlives them. */
const WITHOUT_MEMBERS: ReadonlySet<ReportType> = new Set([
  'coupon-batches',
  'coupon-activations',
  'schemes',
  'settlements',
  'liability',
  'distributors',
  'workers',
  'onboarding-errors',
  'notifications',
  'gifts',
  'staff-activity',
])

/** The reports that may hold a member; one that nobody thought about is taken to. */
export const REPORTS_OF_MEMBERS = reportType.options.filter((type) => !WITHOUT_MEMBERS.has(type))

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
