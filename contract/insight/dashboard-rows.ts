import type { ListName } from '../lists.ts'
import { PROGRAMME } from '../menu.ts'
import type { PaymentState } from '../money/payment-states.ts'
import type { TransferKind } from '../ledger/points.ts'
import type { ReportType } from './reports.ts'
import type { ScanResult } from '../programme/scans.ts'

/** Calendar days of the programme, both ends included. */
export type Days = { from: string; to: string }

/** What holds the rows that a figure counted, beside the lists of the dashboard. */
export type RowsOf =
  | { list: ListName | OtherList | 'settlements' }
  | { report: ReportType }
  | { proposals: Proposals; notBy: number }
/** Read page by page as the lists are, without a page of their own. */
type OtherList = 'adjustments' | 'member-changes' | 'points-files'
/** What waits for a second person on the page of what it changes. */
export type Proposals =
  | 'rules'
  | 'tax-rules'
  | 'product-points'
  | 'kyc-revocations'
  | 'print-requests'

/**
 * The rows that a figure counted: a page of the menu with its filters, and what feeds that page. With
 * `sum` the figure is not their number but the sum of these fields, of a report of these columns.
 */
export type RowsTarget = {
  page: string
  search: Record<string, unknown>
  rows: RowsOf
  sum?: readonly string[]
}

export const PAGES = {
  admins: '/dashboard/manageadmin',
  batches: '/dashboard/QrTokenHistories',
  complete: '/dashboard/complete-payment',
  enquiries: '/dashboard/enquiry',
  failed: '/dashboard/payment-reinitiate',
  kyc: '/dashboard/approvals/kyc_verification',
  kycHistory: '/dashboard/approvals/kyc_history',
  kycLogs: '/dashboard/approvals/kyc_logs',
  notifications: '/dashboard/notifications',
  own: '/dashboard',
  pending: '/dashboard/pending-payment',
  points: '/dashboard/QrPointHistories',
  programme: PROGRAMME,
  redemptions: '/dashboard/approvals/redemption',
  reports: '/dashboard/reports',
  scans: '/dashboard/QrScanHistories',
  schemes: '/dashboard/scheme',
  settlements: '/dashboard/points-settlement',
  users: '/dashboard/users',
} as const

export const ISSUED: TransferKind[] = ['scan', 'scheme_bonus', 'scan_held']
export const UNSETTLED = ['open', 'in_progress']

export const list = (
  page: string,
  name: ListName | OtherList,
  search: Record<string, unknown> = {},
): RowsTarget => ({ page, search, rows: { list: name } })

/** Proposals of others. */
export const proposals = (
  page: string,
  name: Proposals,
  notBy: number,
  search: Record<string, unknown> = {},
): RowsTarget => ({ page, search, rows: { proposals: name, notBy } })

export const report = (
  name: ReportType,
  days: Partial<Days>,
  sum?: readonly string[],
): RowsTarget => ({
  page: PAGES.reports,
  search: { reportType: name, ...days },
  rows: { report: name },
  ...(sum && { sum }),
})

/** The scans of a period, narrowed by filters of their list. */
export const scansOf = (
  days: Days,
  filters: {
    result?: ScanResult | ScanResult[]
    region?: number
    product?: number
    plant?: number
    distributor?: number
    review?: 'waiting' | 'reversed'
  } = {},
): RowsTarget => list(PAGES.scans, 'scans', { ...filters, ...days })

export const transfersOf = (days: Days, kind: TransferKind[]): RowsTarget => ({
  ...list(PAGES.points, 'transfers', { kind, ...days }),
  sum: ['points'],
})

/** Of a month's settlement: waits for an approval, or is to be settled. */
export type MonthState = 'computed' | 'approved'

export const monthOf = (month: string, status?: MonthState): RowsTarget => ({
  page: PAGES.settlements,
  search: { month, ...(status && { status }) },
  rows: { list: 'settlements' },
})
export const monthReport = (month: string): RowsTarget =>
  report('settlements', { from: month, to: month })
export const payoutsOf = (days: Days, payment?: PaymentState): RowsTarget => {
  const all = report('payments', days)
  return payment ? { ...all, search: { ...all.search, payment } } : all
}
export const paidOn = (day: string): RowsTarget =>
  report('payments', { from: day, to: day }, ['Net paid'])

/** What was owed at the end of a day that is over, by the books; of today by the balances of now. */
export const owedOn = (day: string, today: string, part: 'Available' | 'Held'): RowsTarget =>
  day === today
    ? report('member-balances', {}, [part])
    : report('liability', { from: day, to: day }, [part])

/** One scheme with its terms and its money. */
export const schemeOf = (schemeId: number): RowsTarget =>
  list(PAGES.schemes, 'schemes', { open: String(schemeId) })
/** The bonuses that a scheme gave. */
export const bonusesOf = (days: Days, scheme: number): RowsTarget => ({
  ...list(PAGES.points, 'transfers', { scheme, kind: 'scheme_bonus', ...days }),
  sum: ['points'],
})
