import { sql, type RawBuilder } from 'kysely'
import type {
  CompletePaymentsQuery,
  PendingPaymentsQuery,
} from '../../../../../contract/money/payment-queries.ts'
import type {
  FailureCode,
  PaymentMode,
  PaymentState,
  Provider,
} from '../../../../../contract/money/payment-states.ts'
import { endOfDay, startOfDay } from '../../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../../db/database.ts'
import { lookedUpPage, type Order } from '../../../../db/keyset.ts'
import { isLate } from '../../../../db/waiting.ts'
import { paymentBy } from '../../../platform/permissions/index.ts'

/** A payment, or an approved redemption that has none yet. */
type View = {
  row_id: string
  redemption_id: string
  payment_id: string | null
  number: string | null
  attempt: number
  state: 'ready' | PaymentState
  provider: Provider | null
  mode: PaymentMode | null
  kind: 'bank' | 'upi'
  member_id: number
  gross_paise: string
  tax_paise: string | null
  net_paise: string | null
  destination: string | null
  since: Date
  sent_at: Date | null
  processed_at: Date | null
  reversed_at: Date | null
  utr: string | null
  provider_id: string | null
  provider_state: string | null
  next_poll_at: Date | null
  failure_code: FailureCode | null
  failure_told: string | null
  bank_file_id: string | null
  idempotency_key: string | null
  initiated_by: number | null
  reason: string | null
  decided_by: number | null
}

/** Rows of `payment`, `p`, as the lists show them. */
export const paymentsWhere = (condition: RawBuilder<unknown>) => sql`
  select p.payment_id as row_id, p.redemption_id, p.payment_id, p.number, p.attempt::int as attempt,
    p.state, p.provider, p.mode, p.kind, p.member_id, p.gross_paise, p.tax_paise, p.net_paise,
    p.destination, p.since, p.sent_at, p.processed_at, p.reversed_at, p.utr, p.provider_id,
    p.provider_state, p.next_poll_at, p.failure_code, p.failure_told, p.bank_file_id,
    p.idempotency_key, p.initiated_by, p.reason, p.decided_by
  from payment p where ${condition}`

const none = (columns: string, type: string) =>
  sql.raw(
    columns
      .split(' ')
      .map((column) => `null::${type} as ${column}`)
      .join(', '),
  )

const READY = sql`
  select r.redemption_id as row_id, r.redemption_id, ${none('payment_id', 'bigint')},
    ${none('number', 'text')}, 0 as attempt, 'ready' as state, ${none('provider mode', 'text')},
    r.kind, r.member_id, r.amount_paise as gross_paise, ${none('tax_paise net_paise', 'bigint')},
    r.destination, coalesce(r.approved_at, r.changed_at) as since,
    ${none('sent_at processed_at reversed_at', 'timestamptz')},
    ${none('utr provider_id provider_state', 'text')}, ${none('next_poll_at', 'timestamptz')},
    ${none('failure_code failure_told', 'text')}, ${none('bank_file_id', 'bigint')},
    ${none('idempotency_key', 'text')}, ${none('initiated_by', 'int')}, ${none('reason', 'text')},
    ${none('decided_by', 'int')}
  from redemption r where r.state = 'approved' and r.kind <> 'gift'`

export function rowsOf(db: Db | Tx, views: RawBuilder<unknown>) {
  return db
    .selectFrom(sql<View>`(${views})`.as('p'))
    .innerJoin('redemption as r', 'r.redemption_id', 'p.redemption_id')
    .innerJoin('member as m', 'm.member_id', 'p.member_id')
    .leftJoin('bank_file as b', 'b.bank_file_id', 'p.bank_file_id')
    .leftJoin('staff as initiator', 'initiator.staff_id', 'p.initiated_by')
    .leftJoin('staff as approver', 'approver.staff_id', 'p.decided_by')
    .select((select) => [
      'p.row_id as rowId',
      'p.redemption_id as redemptionId',
      'r.number as redemptionNumber',
      'r.state as redemptionState',
      'p.payment_id as paymentId',
      'p.number',
      'p.attempt',
      'p.state',
      'p.provider',
      'p.mode',
      'p.kind',
      'p.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      number(select.ref('p.gross_paise')).as('grossPaise'),
      sql<number | null>`p.tax_paise::float8`.as('taxPaise'),
      sql<number | null>`p.net_paise::float8`.as('netPaise'),
      'p.destination',
      'p.since',
      'p.sent_at as sentAt',
      'p.processed_at as processedAt',
      'p.reversed_at as reversedAt',
      'p.utr',
      'p.provider_id as providerId',
      'p.provider_state as providerState',
      'p.next_poll_at as nextPollAt',
      'p.failure_code as failureCode',
      'p.failure_told as failureDetail',
      'b.number as bankFileNumber',
      'p.idempotency_key as idempotencyKey',
      'p.initiated_by as initiatedById',
      'initiator.name as initiatedBy',
      'p.reason',
      'approver.name as decidedBy',
    ])
}
export type FoundPayment = Awaited<ReturnType<ReturnType<typeof rowsOf>['executeTakeFirstOrThrow']>>

const rowId = {
  column: 'p.row_id',
  type: 'bigint',
  of: (row: FoundPayment) => row.rowId,
} as const
export const since = {
  column: 'p.since',
  type: 'timestamptz',
  of: (row: FoundPayment) => row.since,
} as const
const processedAt = {
  column: 'p.processed_at',
  type: 'timestamptz',
  of: (row: FoundPayment) => row.processedAt ?? row.since,
} as const
export const gross = {
  column: 'p.gross_paise',
  type: 'bigint',
  of: (row: FoundPayment) => row.grossPaise,
} as const

export type Orders = Record<'oldest' | 'newest' | 'largest', Order<FoundPayment>>
const BY_SINCE: Orders = {
  oldest: { name: 'oldest', direction: 'asc', key: [since, rowId] },
  newest: { name: 'newest', direction: 'desc', key: [since, rowId] },
  largest: { name: 'largest', direction: 'desc', key: [gross, rowId] },
}
const BY_ARRIVAL: Orders = {
  oldest: { name: 'oldest', direction: 'asc', key: [processedAt, rowId] },
  newest: { name: 'newest', direction: 'desc', key: [processedAt, rowId] },
  largest: { name: 'largest', direction: 'desc', key: [gross, rowId] },
}
/** What a search narrowed a list to. */
export type Sought = { memberId?: number; rowIds?: string[]; utr?: string }

const OPEN = sql`p.state in ('proposed', 'queued', 'processing', 'unknown')`

/** Money that waits, approved redemptions without a payment among it. */
export async function pendingPage(db: Db, filters: PendingPaymentsQuery, sought: Sought) {
  const { status } = filters
  const sent = !status || status.some((one) => one !== 'ready')
  const ready = !status || status.includes('ready')
  const sourceOf = (view: RawBuilder<unknown>, plan: string) => ({
    query: pendingRows(db, view, filters, sought),
    rows: rowsOf(db, view),
    plan,
  })
  const sources = [
    ...(sent ? [sourceOf(paymentsWhere(OPEN), 'open payments')] : []),
    ...(ready ? [sourceOf(READY, 'redemptions to pay')] : []),
  ]
  return lookedUpPage(db, sources, BY_SINCE[filters.sort], filters)
}

function pendingRows(
  db: Db,
  view: RawBuilder<unknown>,
  filters: PendingPaymentsQuery,
  { memberId, utr, rowIds }: Sought,
) {
  const { provider, kind, member, from, to, status, late, approver } = filters
  let query = db.selectFrom(sql<View>`(${view})`.as('p')).selectAll('p')
  if (memberId !== undefined) query = query.where('p.member_id', '=', memberId)
  if (member !== undefined) query = query.where('p.member_id', '=', member)
  if (utr !== undefined) query = query.where('p.utr', '=', utr)
  if (rowIds) query = query.where('p.row_id', '=', sql<string>`any(${rowIds}::bigint[])`)
  if (provider) query = query.where('p.provider', 'in', provider)
  if (kind) query = query.where('p.kind', 'in', kind)
  if (from) query = query.where('p.since', '>=', startOfDay(from))
  if (to) query = query.where('p.since', '<', endOfDay(to))
  if (status) query = query.where('p.state', 'in', status)
  if (late) query = query.where(isLate('p.since', 'payment'))
  if (approver !== undefined) query = query.where(paymentBy(approver))
  return query
}

const ARRIVED = paymentsWhere(sql`p.processed_at is not null`)

/** Payments that arrived, those that came back among them. */
export async function completePage(db: Db, filters: CompletePaymentsQuery, sought: Sought) {
  const { from, to, provider, kind, member } = filters
  const { memberId, utr, rowIds } = sought
  let query = db.selectFrom(sql<View>`(${ARRIVED})`.as('p')).selectAll('p')
  if (memberId !== undefined) query = query.where('p.member_id', '=', memberId)
  if (member !== undefined) query = query.where('p.member_id', '=', member)
  if (utr !== undefined) query = query.where('p.utr', '=', utr)
  if (rowIds) query = query.where('p.row_id', '=', sql<string>`any(${rowIds}::bigint[])`)
  if (provider) query = query.where('p.provider', 'in', provider)
  if (kind) query = query.where('p.kind', 'in', kind)
  if (from) query = query.where('p.processed_at', '>=', startOfDay(from))
  if (to) query = query.where('p.processed_at', '<', endOfDay(to))
  if (filters.status) query = query.where('p.state', 'in', filters.status)
  const rows = rowsOf(db, ARRIVED)
  return lookedUpPage(db, [{ query, rows, plan: 'payments' }], BY_ARRIVAL[filters.sort], filters)
}

/** The attempts at a redemption, newest first. */
export async function attemptsOf(db: Db | Tx, redemptionId: string) {
  return rowsOf(db, paymentsWhere(sql`p.redemption_id = ${redemptionId}`))
    .orderBy('p.attempt', 'desc')
    .execute()
}

/** What happened to the payments of a redemption, in its order. */
export async function eventsOf(db: Db | Tx, redemptionId: string) {
  return db
    .selectFrom('payment_event as e')
    .innerJoin('payment as p', 'p.payment_id', 'e.payment_id')
    .leftJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select([
      'e.payment_id as paymentId',
      'e.at',
      'e.source',
      'e.action',
      'e.note',
      'staff.name as staffName',
    ])
    .where('p.redemption_id', '=', redemptionId)
    .orderBy('e.event_id')
    .execute()
}
export type FoundEvent = Awaited<ReturnType<typeof eventsOf>>[number]

/** The redemption whose money it is. */
export async function redemptionById(db: Db | Tx, redemptionId: string) {
  return db
    .selectFrom('redemption as r')
    .innerJoin('member as m', 'm.member_id', 'r.member_id')
    .select((select) => [
      'r.redemption_id as redemptionId',
      'r.number as redemptionNumber',
      'r.state as redemptionState',
      'r.kind',
      'r.member_id as memberId',
      'm.code as memberCode',
      'm.name as memberName',
      'm.mobile',
      'r.points',
      number(select.ref('r.amount_paise')).as('grossPaise'),
      'r.destination',
    ])
    .where('r.redemption_id', '=', redemptionId)
    .executeTakeFirst()
}

/**
 * Rows of the lists by numbers of payments or redemptions. Found first and by their own indexes: as one
 * condition over both tables it would read a list to its end.
 */
export async function rowsNumbered(db: Db, numbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ rowId: string }>`
    select payment_id as "rowId" from payment where number = any(${numbers}::text[])
    union
    select p.payment_id from payment p join redemption r using (redemption_id)
      where r.number = any(${numbers}::text[])
    union
    select redemption_id from redemption where number = any(${numbers}::text[])`.execute(db)
  return rows.map(({ rowId }) => rowId)
}

/** Whether a payment carries this UTR. */
export async function hasUtr(db: Db, utr: string): Promise<boolean> {
  const row = await db
    .selectFrom('payment')
    .select('payment_id')
    .where('utr', '=', utr)
    .executeTakeFirst()
  return row !== undefined
}
