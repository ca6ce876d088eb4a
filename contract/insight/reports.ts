import { z } from 'zod'
import { defineEndpoint, file, having, seeing } from '../endpoint.ts'
import { enquiryState } from '../desk/enquiry-states.ts'
import { stateId } from '../india.ts'
import { kycState } from '../people/kyc-states.ts'
import { memberKind } from '../people/members.ts'
import { dayRange, many, wholeNumber } from '../paging.ts'
import { paymentState } from '../money/payment-states.ts'

/** Every report, by the name that its file gets. The label is what people choose. */
export const REPORTS = {
  'coupon-batches': 'Coupon batches',
  'coupon-activations': 'Coupon activations',
  scans: 'Scans',
  'points-ledger': 'Points ledger',
  'member-balances': 'Member balances',
  kyc: 'KYC',
  'kyc-decisions': 'KYC decisions',
  'kyc-log': 'KYC log',
  redemptions: 'Redemptions',
  payments: 'Payments',
  'tax-register': 'Tax register',
  'tax-register-pan': 'Tax register with PAN',
  schemes: 'Schemes',
  'handling-charges': 'Handling charges',
  'points-expiring': 'Points expiring',
  settlements: 'Settlements',
  liability: 'Liability by day',
  distributors: 'Distributors',
  workers: 'Workers',
  'onboarding-errors': 'Onboarding errors',
  enquiries: 'Enquiries',
  disputes: 'Coupon disputes',
  notifications: 'Notifications',
  gifts: 'Gifts and their stock',
  parcels: 'Gift parcels',
  'staff-activity': 'Staff activity',
} as const
export type ReportType = keyof typeof REPORTS
export const reportType = z.enum(Object.keys(REPORTS) as [ReportType, ...ReportType[]], {
  error: 'Choose a report type.',
})

/** Filters that a report may take; each report says which of them it uses. */
export const REPORT_FILTERS = [
  'from',
  'to',
  'state',
  'memberKind',
  'kyc',
  'distributor',
  'enquiryState',
  'payment',
  'plant',
  'product',
  'batch',
] as const
export type ReportFilter = (typeof REPORT_FILTERS)[number]

export const reportFilters = z.object({
  ...dayRange,
  state: many(stateId),
  memberKind: many(memberKind),
  kyc: many(kycState),
  distributor: many(wholeNumber('Distributor')),
  enquiryState: many(enquiryState),
  payment: many(paymentState),
  plant: many(wholeNumber('Plant')),
  product: many(wholeNumber('Product')),
  batch: wholeNumber('Batch').optional(),
})
export type ReportFilters = z.infer<typeof reportFilters>

const PAGE = '/dashboard/reports'
/** What a report is asked for by, as a preview, a file or a job. */
export const reportRequest = reportFilters
  .extend({ reportType })
  .refine(({ from, to }) => !from || !to || from <= to, {
    message: 'The last day must not be before the first.',
    path: ['to'],
  })

export type ReportRequest = z.infer<typeof reportRequest>

export const listReports = defineEndpoint({
  method: 'GET',
  path: '/api/admin/reports',
  access: seeing(PAGE),
  tag: 'Reports',
  summary: 'The reports I may download, and my recent downloads',
  response: z.object({
    reports: z.array(
      z.object({
        type: reportType,
        label: z.string(),
        description: z.string(),
        filters: z.array(z.enum(REPORT_FILTERS)),
        /** Whether it may be made in the background and kept: not where it holds what is sealed. */
        mayPrepare: z.boolean(),
      }),
    ),
    recent: z.array(
      z.object({
        type: reportType,
        label: z.string(),
        at: z.string(),
        rows: z.number().int().nullable(),
        filters: z.string(),
        outcome: z.enum(['complete', 'failed', 'running']),
      }),
    ),
  }),
})

export const previewReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/reports/preview',
  access: having('report.download'),
  tag: 'Reports',
  summary: 'The first rows of a report and how many there are',
  body: reportRequest,
  response: z.object({
    columns: z.array(z.object({ header: z.string(), type: z.string() })),
    rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))),
    /** Exact to 10,000, 10,001 beyond, as in lists; null where counting them takes too long. */
    count: z.number().int().nullable(),
  }),
})

export const downloadReport = defineEndpoint({
  method: 'POST',
  path: '/api/admin/downloadReports',
  access: having('report.download'),
  tag: 'Reports',
  summary: 'A report as a spreadsheet: one snapshot, streamed',
  body: reportRequest,
  response: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
})
