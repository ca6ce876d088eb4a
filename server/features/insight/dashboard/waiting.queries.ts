import { sql, type RawBuilder } from 'kysely'
import type { QueueName } from '../../../../contract/insight/dashboard-figures.ts'
import type { MonthState } from '../../../../contract/insight/dashboard-rows.ts'
import type { WorkName } from '../../../../contract/insight/dashboard-work.ts'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import type { Tx } from '../../../db/database.ts'
import { isLate } from '../../../db/waiting.ts'
import * as by from '../../platform/permissions/index.ts'

type Rows = RawBuilder<unknown>
/** The rows that wait: since when and whether that is too long, the oldest first, along an index. */
type Source = { rows: (where: Rows) => Rows; since: Rows; late: Rows; order: Rows }

type Waits = [Source, Rows]

const source = (
  table: string,
  since: string,
  { late, order = since }: { late: Rows; order?: string },
): Source => ({
  rows: (where) => sql`${sql.raw(table)} where ${where}`,
  since: sql.ref(since),
  late,
  order: sql.ref(order),
})
const NEVER = sql`false`

const KYC = source('kyc k', 'k.submitted_at', { late: sql`${isLate('k.submitted_at', 'kyc')}` })
const REDEMPTIONS = source('redemption r', 'r.requested_at', {
  late: sql`${isLate('r.requested_at', 'redemption')}`,
})
const ENQUIRIES = source('enquiry e', 'e.opened_at', {
  late: sql`e.due_at < now()`,
  order: 'e.enquiry_id',
})
const DISPUTES = source('dispute d', 'd.opened_at', {
  late: sql`${isLate('d.opened_at', 'dispute')}`,
})
const SCANS = source('scan s', 's.recorded_at', {
  late: sql`${isLate('s.recorded_at', 'heldScan')}`,
  order: 's.id',
})
const BATCHES = source('coupon_batch b', 'b.requested_at', {
  late: sql`${isLate('b.requested_at', 'batch')}`,
})
const SCHEMES = source('scheme s', 's.created_at', { late: NEVER, order: 's.scheme_id' })
const NOTIFICATIONS = source('notification n', 'n.changed_at', { late: NEVER })
const ADJUSTMENTS = source('points_adjustment p', 'p.requested_at', {
  late: NEVER,
  order: 'p.adjustment_id',
})
const POINTS_FILES = source('points_file p', 'p.proposed_at', {
  late: NEVER,
  order: 'p.points_file_id',
})
const MEMBER_CHANGES = source('member_change c', 'c.proposed_at', {
  late: NEVER,
  order: 'c.change_id',
})
/** Proposals for a second person, each on the page of what it changes. */
const proposalsIn = (table: string): Source =>
  source(`${table} x`, 'x.proposed_at', { late: NEVER })
const othersIn = (table: string, me: number): Waits => [
  proposalsIn(table),
  sql`x.state = 'proposed' and x.proposed_by <> ${me}::int`,
]
const PAYMENTS = source('payment p', 'p.since', { late: sql`${isLate('p.since', 'payment')}` })
/** Redemptions whose last payment came to nothing, as the list of them begins. */
const FAILED = source('redemption r', 'r.changed_at', {
  late: sql`${isLate('r.changed_at', 'payment')}`,
})
const PARCELS = source('redemption r', 'r.approved_at', {
  late: sql`${isLate('r.approved_at', 'parcel')}`,
})
/** What is approved and was never sent: as the list of pending payments has it. */
const READY: Source = {
  rows: (where) => sql`(select coalesce(approved_at, changed_at) as since from redemption
    where state = 'approved' and kind <> 'gift') p where ${where}`,
  since: sql`p.since`,
  late: sql`${isLate('p.since', 'payment')}`,
  order: sql`p.since`,
}

/** Twice, so that the index of those that are not settled serves. */
const OPEN = sql`e.state in ('open', 'in_progress') and e.state not in ('resolved', 'closed')`

const QUEUES: Record<QueueName, Waits> = {
  kyc: [KYC, sql`k.state = 'pending'`],
  redemptions: [REDEMPTIONS, sql`r.state = 'requested'`],
  enquiries: [ENQUIRIES, OPEN],
  disputes: [DISPUTES, sql`d.state in ('open', 'proposed')`],
  heldScans: [SCANS, sql`s.review = 0`],
  batches: [BATCHES, sql`b.status = 'requested'`],
  schemes: [SCHEMES, sql`s.status = 'draft'`],
  adjustments: [ADJUSTMENTS, sql`p.state = 'requested'`],
  paymentsReady: [READY, sql`true`],
  paymentsUnknown: [PAYMENTS, sql`p.state = 'unknown'`],
  paymentsFailing: [FAILED, sql`r.state in ('failed', 'reversed') and r.kind <> 'gift'`],
  parcels: [PARCELS, sql`r.kind = 'gift' and r.approved_at is not null and r.state = 'approved'`],
}

/** What of it one person may do. */
const WORK: Record<WorkName, (me: number) => Waits> = {
  kyc: () => QUEUES.kyc,
  redemptions: (me) => [REDEMPTIONS, sql`r.state = 'requested' and ${by.redemptionBy(me)}`],
  heldScans: () => QUEUES.heldScans,
  myEnquiries: (me) => [ENQUIRIES, sql`${OPEN} and e.owner_id = ${me}::int`],
  freeEnquiries: () => [ENQUIRIES, sql`${OPEN} and e.owner_id is null`],
  openDisputes: () => [DISPUTES, sql`d.state = 'open'`],
  proposedDisputes: (me) => [DISPUTES, sql`d.state = 'proposed' and ${by.disputeBy(me)}`],
  batches: (me) => [BATCHES, sql`b.status = 'requested' and ${by.batchBy(me)}`],
  batchesToPrint: () => [BATCHES, sql`b.status = 'generated'`],
  printRequests: (me) => othersIn('print_again', me),
  schemes: (me) => [SCHEMES, sql`s.status = 'draft' and ${by.schemeBy(me)}`],
  notifications: (me) => [NOTIFICATIONS, sql`n.state = 'proposed' and ${by.notificationBy(me)}`],
  adjustments: (me) => [ADJUSTMENTS, sql`p.state = 'requested' and ${by.adjustmentBy(me)}`],
  pointsFiles: (me) => [POINTS_FILES, sql`${by.pointsFileBy(me)}`],
  memberChanges: (me) => [MEMBER_CHANGES, sql`c.state = 'proposed' and ${by.memberChangeBy(me)}`],
  kycRevocations: (me) => othersIn('kyc_revocation', me),
  rules: (me) => othersIn('rule_change', me),
  taxRules: (me) => othersIn('tax_rule_change', me),
  productPoints: (me) => othersIn('product_points', me),
  paymentsReady: () => QUEUES.paymentsReady,
  paymentsProposed: (me) => [PAYMENTS, sql`p.state = 'proposed' and ${by.paymentBy(me)}`],
  paymentsFailing: () => QUEUES.paymentsFailing,
  paymentsUnknown: () => QUEUES.paymentsUnknown,
  parcels: () => QUEUES.parcels,
}

export type Counted<N> = { name: N; count: number; oldest: Date | null; late: number }

/** Each counted to 10,001, from its oldest on: what is late is among them. */
const counting = (name: string, [{ rows, since, late, order }, where]: Waits) => sql`
  select ${name}::text as name, count(*)::int as count, min(since) as oldest,
    (count(*) filter (where late))::int as late
  from (select ${since} as since, ${late} as late from ${rows(where)}
    order by ${order} limit ${COUNT_LIMIT + 1}) waiting`

async function counted<N extends string>(
  tx: Tx,
  waits: readonly (readonly [N, Waits])[],
): Promise<Counted<N>[]> {
  if (waits.length === 0) return []
  const parts = waits.map(([name, wait]) => sql`(${counting(name, wait)})`)
  const { rows } = await sql<Counted<N>>`${sql.join(parts, sql` union all `)}`.execute(tx)
  const found = new Map(rows.map((row) => [row.name, row]))
  return waits.map(([name]) => found.get(name) ?? { name, count: 0, oldest: null, late: 0 })
}

/** How many wait in each queue, since when the oldest does, and how many for too long. */
export const queueCounts = (tx: Tx, names: readonly QueueName[]): Promise<Counted<QueueName>[]> =>
  counted(
    tx,
    names.map((name) => [name, QUEUES[name]] as const),
  )

/** The same of what one person may do. */
export const workCounts = (
  tx: Tx,
  names: readonly WorkName[],
  me: number,
): Promise<Counted<WorkName>[]> =>
  counted(
    tx,
    names.map((name) => [name, WORK[name](me)] as const),
  )

export type MonthWaits = { month: string; state: MonthState; count: number }

/** Settlements to approve, of months that somebody else computed, and those to settle. */
export async function monthWork(tx: Tx, me: number): Promise<MonthWaits[]> {
  const { rows } = await sql<MonthWaits>`
    select month, state, count(*)::int as count from settlement
    where state in ('computed', 'approved')
    group by month, state
    having state = 'approved' or not bool_or(coalesce(computed_by = any(${by.tiedTo(me)}), false))
    order by month desc, state desc`.execute(tx)
  return rows
}

/** How often one person did each act of the audit trail since a moment; of a day's rows at most. */
export async function actsSince(
  tx: Tx,
  me: number,
  since: Date,
): Promise<{ action: string; count: number }[]> {
  const { rows } = await sql<{ action: string; count: number }>`
    select action, count(*)::int as count from audit
    where at >= ${since} and staff_id = ${me}::int
    group by action`.execute(tx)
  return rows
}
