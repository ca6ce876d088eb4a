import { QUEUES } from './dashboard-figures.ts'
import {
  list,
  PAGES,
  proposals,
  UNSETTLED,
  type MonthState,
  type RowsTarget,
} from './dashboard-rows.ts'
import type { Permission } from '../permissions.ts'

type Work = {
  /** What is to be done. */
  label: string
  permission: Permission
  rows: (me: number) => RowsTarget
}

/** What waits for one person: what they, and not only others, may do. */
export const WORK = {
  kyc: { label: 'Decide KYC', permission: 'kyc.decide', rows: () => QUEUES.kyc.rows },
  redemptions: {
    label: 'Decide redemptions',
    permission: 'redemption.approve',
    rows: (approver) => list(PAGES.redemptions, 'redemptions', { status: 'requested', approver }),
  },
  heldScans: {
    label: 'Review held scans',
    permission: 'scan.review',
    rows: () => QUEUES.heldScans.rows,
  },
  myEnquiries: {
    label: 'Settle my enquiries',
    permission: 'enquiry.answer',
    rows: (owner) => list(PAGES.enquiries, 'enquiries', { status: UNSETTLED, owner }),
  },
  freeEnquiries: {
    label: 'Take enquiries that nobody has',
    permission: 'enquiry.answer',
    rows: () => list(PAGES.enquiries, 'enquiries', { status: UNSETTLED, owner: 'nobody' }),
  },
  openDisputes: {
    label: 'Propose in disputes',
    permission: 'enquiry.answer',
    rows: () => list(PAGES.enquiries, 'disputes', { show: 'disputes', status: 'open' }),
  },
  proposedDisputes: {
    label: 'Decide disputes',
    permission: 'dispute.decide',
    rows: (approver) =>
      list(PAGES.enquiries, 'disputes', { show: 'disputes', status: 'proposed', approver }),
  },
  batches: {
    label: 'Approve batches',
    permission: 'batch.approve',
    rows: (approver) => list(PAGES.batches, 'batches', { status: 'requested', approver }),
  },
  batchesToPrint: {
    label: 'Print batches',
    permission: 'batch.print',
    rows: () => list(PAGES.batches, 'batches', { status: 'generated' }),
  },
  printRequests: {
    label: 'Decide who takes print files again',
    permission: 'batch.approve',
    rows: (me) => proposals(PAGES.batches, 'print-requests', me),
  },
  schemes: {
    label: 'Activate schemes',
    permission: 'scheme.activate',
    rows: (approver) => list(PAGES.schemes, 'schemes', { status: 'draft', approver }),
  },
  notifications: {
    label: 'Approve messages to members',
    permission: 'notification.approve',
    rows: (approver) =>
      list(PAGES.notifications, 'notifications', { status: 'proposed', approver }),
  },
  adjustments: {
    label: 'Decide points adjustments',
    permission: 'points.adjust.approve',
    rows: (approver) =>
      list(PAGES.users, 'adjustments', { show: 'adjustments', status: 'requested', approver }),
  },
  pointsFiles: {
    label: 'Decide points by file',
    permission: 'points.adjust.approve',
    rows: (approver) =>
      list(PAGES.users, 'points-files', { show: 'points-files', status: 'waiting', approver }),
  },
  memberChanges: {
    label: 'Decide new names and types of members',
    permission: 'member.edit.approve',
    rows: (approver) =>
      list(PAGES.users, 'member-changes', { show: 'member-changes', status: 'proposed', approver }),
  },
  kycRevocations: {
    label: 'Decide revocations of KYC',
    permission: 'kyc.decide',
    rows: (me) => proposals(PAGES.kycHistory, 'kyc-revocations', me),
  },
  rules: {
    label: 'Approve changes of rules',
    permission: 'programme.approve',
    rows: (me) => proposals(PAGES.programme, 'rules', me, { show: 'rules' }),
  },
  taxRules: {
    label: 'Approve rules of tax',
    permission: 'programme.approve',
    rows: (me) => proposals(PAGES.programme, 'tax-rules', me, { show: 'tax' }),
  },
  productPoints: {
    label: 'Approve points of products',
    permission: 'programme.approve',
    rows: (me) =>
      proposals(PAGES.programme, 'product-points', me, { show: 'products', points: 'waiting' }),
  },
  paymentsReady: {
    label: 'Send payments',
    permission: 'payment.send',
    rows: () => QUEUES.paymentsReady.rows,
  },
  paymentsProposed: {
    label: 'Approve payments to another place',
    permission: 'payment.reinitiate',
    rows: (approver) => list(PAGES.pending, 'payments-pending', { status: 'proposed', approver }),
  },
  paymentsFailing: {
    label: 'Pay again what failed',
    permission: 'payment.reinitiate',
    rows: () => QUEUES.paymentsFailing.rows,
  },
  paymentsUnknown: {
    label: 'Settle payments without an answer',
    permission: 'payment.settle',
    rows: () => QUEUES.paymentsUnknown.rows,
  },
  parcels: {
    label: 'Dispatch parcels',
    permission: 'dispatch.update',
    rows: () => QUEUES.parcels.rows,
  },
} as const satisfies Record<string, Work>
export type WorkName = keyof typeof WORK

/** Of one month: what waits for somebody who did not compute it, and what is to be settled. */
export const MONTH_WORK = {
  computed: 'Approve settlements',
  approved: 'Settle settlements',
} as const satisfies Record<MonthState, string>

/** What somebody did today, by the actions of the audit trail. */
export const DONE = {
  kyc: { label: 'KYC decided', actions: ['kyc.approved', 'kyc.rejected', 'kyc.sent_back'] },
  redemptions: {
    label: 'Redemptions decided',
    actions: ['redemption.approve', 'redemption.reject'],
  },
  sent: { label: 'Payments and parcels sent', actions: ['redemption.queue'] },
  delivered: { label: 'Parcels delivered', actions: ['redemption.pay'] },
  payments: {
    label: 'Payments decided or settled',
    actions: ['payment.approve', 'payment.decline', 'payment.settle', 'payment.alert_resolve'],
  },
  enquiries: {
    label: 'Enquiries answered or settled',
    actions: ['enquiry.answered', 'enquiry.resolved'],
  },
  disputes: {
    label: 'Disputes proposed or decided',
    actions: ['dispute.decided', 'dispute.proposed', 'dispute.sent-back'],
  },
  scans: { label: 'Held scans reviewed', actions: ['scan.release', 'scan.reverse'] },
  batches: {
    label: 'Batches decided or printed',
    actions: ['batch.approved', 'batch.rejected', 'batch.printed'],
  },
  schemes: {
    label: 'Schemes drafted or activated',
    actions: ['scheme.activated', 'scheme.drafted', 'scheme.edited'],
  },
  adjustments: {
    label: 'Points adjustments',
    actions: ['points.adjust.approved', 'points.adjust.rejected', 'points.adjust.requested'],
  },
  settlements: {
    label: 'Settlements approved or settled',
    actions: ['settlement.approved', 'settlement.settled'],
  },
  reports: { label: 'Reports downloaded', actions: ['report.downloaded'] },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>
export type DoneName = keyof typeof DONE

/** Where the rows of what somebody did stand; the first that their menu holds. */
export function doneTargets(name: DoneName, staff: number, day: string): RowsTarget[] {
  const days = { from: day, to: day }
  const trail = list(PAGES.admins, 'activity', {
    show: 'activity',
    staff,
    action: [...DONE[name].actions],
    ...days,
  })
  if (name !== 'kyc') return [trail]
  return [trail, list(PAGES.kycLogs, 'kyc-logs', { by: staff, action: 'decided', ...days })]
}
