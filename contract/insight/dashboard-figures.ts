import {
  ISSUED,
  list,
  PAGES,
  report,
  scansOf,
  transfersOf,
  UNSETTLED,
  type Days,
  type RowsTarget,
} from './dashboard-rows.ts'

type Tile = {
  label: string
  /** Of a figure that tells of now, whatever the period. */
  now?: true
  unit?: 'points' | 'paise'
  /** How many, exact to 10,000: beyond it `value` is 10,001. */
  capped?: true
  target: (days: Days) => RowsTarget
}

/** The figures at the top. Each leads to the rows it counted. */
export const TILES = {
  attempts: { label: 'Scans', target: (days) => scansOf(days) },
  credited: { label: 'Credited', target: (days) => scansOf(days, { result: 'credited' }) },
  pointsIssued: { label: 'Points issued', target: (days) => transfersOf(days, ISSUED) },
  pointsRedeemed: {
    label: 'Points redeemed',
    target: (days) => transfersOf(days, ['redemption_paid']),
  },
  liability: {
    label: 'Liability',
    now: true,
    unit: 'points',
    target: () => report('member-balances', {}, ['All points']),
  },
  members: {
    label: 'Members',
    target: ({ to }) => list(PAGES.users, 'users', { to }),
  },
  kycWaiting: {
    label: 'KYC waiting',
    now: true,
    capped: true,
    target: () => list(PAGES.kyc, 'kyc-queue'),
  },
  paymentsFailing: {
    label: 'Payments failing',
    now: true,
    capped: true,
    target: () => list(PAGES.failed, 'payments-failed'),
  },
  heldForReview: {
    label: 'Held for review',
    now: true,
    capped: true,
    target: () => list(PAGES.scans, 'scans', { review: 'waiting' }),
  },
  batchesWaiting: {
    label: 'Batches waiting',
    now: true,
    capped: true,
    target: () => list(PAGES.batches, 'batches', { status: 'requested' }),
  },
  scansReversed: {
    label: 'Scans reversed',
    capped: true,
    target: (days) => scansOf(days, { review: 'reversed' }),
  },
  paymentsReversed: {
    label: 'Payments come back',
    capped: true,
    target: (days) => list(PAGES.complete, 'payments-complete', { status: 'reversed', ...days }),
  },
  paidOut: {
    label: 'Paid out',
    unit: 'paise',
    target: (days) => report('payments', days, ['Net paid']),
  },
  taxDeducted: {
    label: 'Tax deducted',
    unit: 'paise',
    target: (days) => report('tax-register', days, ['Tax']),
  },
} as const satisfies Record<string, Tile>
export type TileName = keyof typeof TILES

type Queue = {
  label: string
  rows: RowsTarget
  /** What narrows the rows to those past their deadline; null where there is none. */
  late: Record<string, unknown> | null
}
const LATE = { late: 'yes' }

/** What waits for people, whoever they are. */
export const QUEUES = {
  kyc: { label: 'KYC', rows: list(PAGES.kyc, 'kyc-queue'), late: LATE },
  redemptions: {
    label: 'Redemptions',
    rows: list(PAGES.redemptions, 'redemptions', { status: 'requested' }),
    late: LATE,
  },
  enquiries: {
    label: 'Enquiries',
    rows: list(PAGES.enquiries, 'enquiries', { status: UNSETTLED }),
    late: { late: 'missed' },
  },
  disputes: {
    label: 'Disputes',
    rows: list(PAGES.enquiries, 'disputes', { show: 'disputes', status: ['open', 'proposed'] }),
    late: LATE,
  },
  heldScans: {
    label: 'Held scans',
    rows: list(PAGES.scans, 'scans', { review: 'waiting' }),
    late: LATE,
  },
  batches: {
    label: 'Batches to approve',
    rows: list(PAGES.batches, 'batches', { status: 'requested' }),
    late: LATE,
  },
  schemes: {
    label: 'Schemes to activate',
    rows: list(PAGES.schemes, 'schemes', { status: 'draft' }),
    late: null,
  },
  adjustments: {
    label: 'Points adjustments',
    rows: list(PAGES.users, 'adjustments', { show: 'adjustments', status: 'requested' }),
    late: null,
  },
  paymentsReady: {
    label: 'Payments to send',
    rows: list(PAGES.pending, 'payments-pending', { status: 'ready' }),
    late: LATE,
  },
  paymentsUnknown: {
    label: 'Payments without an answer',
    rows: list(PAGES.pending, 'payments-pending', { status: 'unknown' }),
    late: LATE,
  },
  paymentsFailing: {
    label: 'Payments failing',
    rows: list(PAGES.failed, 'payments-failed'),
    late: LATE,
  },
  parcels: {
    label: 'Parcels to dispatch',
    rows: list(PAGES.own, 'parcels', { show: 'parcels', status: 'to_dispatch' }),
    late: LATE,
  },
} as const satisfies Record<string, Queue>
export type QueueName = keyof typeof QUEUES
