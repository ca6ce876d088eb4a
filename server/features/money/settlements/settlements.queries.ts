import { sql } from 'kysely'
import type { Figures, SettlementAction } from '../../../../contract/money/settlements.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import { FIGURE_COLUMNS, FIGURES } from './figures.ts'
import { endOfMonthColumn, monthOf } from './months.ts'
import { WITHOUT_DISTRIBUTOR } from './settlement-words.ts'

/** The figures of a row, under the names of the contract. */
export const figuresOf = (table: string) =>
  FIGURES.map((figure) => number(sql.ref(`${table}.${FIGURE_COLUMNS[figure]}`)).as(figure))

/** Takes the figures out of a row that has more. */
export function onlyFigures(row: Figures): Figures {
  return Object.fromEntries(FIGURES.map((figure) => [figure, row[figure]])) as Figures
}

const NAME = sql<string>`coalesce(d.name, ${WITHOUT_DISTRIBUTOR})`

function settlements(db: Db | Tx) {
  return db
    .selectFrom('settlement as s')
    .leftJoin('distributor as d', 'd.distributor_id', 's.distributor_id')
    .leftJoin('staff as a', 'a.staff_id', 's.approved_by')
    .select([
      's.month',
      's.distributor_id as distributorId',
      sql<string>`coalesce(d.code, '')`.as('distributorCode'),
      NAME.as('distributorName'),
      's.state',
      'a.name as approvedBy',
      's.settled_reference as settledReference',
      's.reopen_asked_at as reopenAskedAt',
      ...figuresOf('s'),
    ])
}
export type SettlementFound = Awaited<ReturnType<typeof settlementsOf>>[number]

/** The settlements of some months, by the names of distributors; those without one last. */
export async function settlementsOf(db: Db | Tx, months: readonly string[]) {
  if (months.length === 0) return []
  return settlements(db)
    .where('s.month', 'in', months)
    .orderBy(sql`s.distributor_id = 0, d.name, s.distributor_id`)
    .execute()
}

export async function settlementOf(db: Db | Tx, month: string, distributorId: number) {
  return settlements(db)
    .modifyFront(keepPlan('settlement'))
    .leftJoin('staff as c', 'c.staff_id', 's.computed_by')
    .leftJoin('staff as e', 'e.staff_id', 's.settled_by')
    .leftJoin('staff as r', 'r.staff_id', 's.reopen_asked_by')
    .innerJoin('settlement_month as mo', 'mo.month', 's.month')
    .select([
      's.computed_at as computedAt',
      'c.name as computedBy',
      's.computed_by as computedById',
      's.approved_at as approvedAt',
      's.settled_at as settledAt',
      'e.name as settledBy',
      'r.name as reopenAskedBy',
      's.reopen_asked_by as reopenAskedById',
      's.reopen_reason as reopenReason',
      'mo.point_value_paise as pointValuePaise',
    ])
    .where('s.month', '=', month)
    .where('s.distributor_id', '=', distributorId)
    .executeTakeFirst()
}

export async function monthsComputed(db: Db | Tx) {
  return db
    .selectFrom('settlement_month as mo')
    .leftJoin('staff as c', 'c.staff_id', 'mo.computed_by')
    .select([
      'mo.month',
      'mo.computing',
      'mo.failure',
      'mo.computed_at as computedAt',
      'c.name as computedBy',
      'mo.point_value_paise as pointValuePaise',
      'mo.totals',
      'mo.ages',
    ])
    .execute()
}

/** The sums of each month's settlements, and how far they are. */
export async function sumsOfMonths(db: Db | Tx) {
  return db
    .selectFrom('settlement as s')
    .select((select) => [
      's.month',
      sql<number>`count(*)::int`.as('distributors'),
      sql<number>`count(*) filter (where s.state = 'computed')::int`.as('computed'),
      sql<number>`count(*) filter (where s.state = 'approved')::int`.as('approved'),
      sql<number>`count(*) filter (where s.state = 'settled')::int`.as('settled'),
      sql<number>`count(s.reopen_asked_at)::int`.as('reopenAsked'),
      ...FIGURES.map((figure) => number(select.fn.sum(`s.${FIGURE_COLUMNS[figure]}`)).as(figure)),
    ])
    .groupBy('s.month')
    .execute()
}

/** The month of the first transfer; null while there is none. */
export async function firstMonth(db: Db | Tx): Promise<string | null> {
  const row = await db
    .selectFrom('transfer')
    .select('recorded_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row ? monthOf(row.recorded_at) : null
}

export async function eventsOf(db: Db | Tx, month: string, distributorId: number) {
  return db
    .selectFrom('settlement_event as e')
    .leftJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select(['e.at', 'staff.name as by', 'e.action', 'e.note'])
    .where('e.month', '=', month)
    .where('e.distributor_id', '=', distributorId)
    .orderBy('e.event_id')
    .execute()
}

/** A month, locked; undefined where nobody ever asked for it. Locked before its settlements. */
export async function lockMonth(tx: Tx, month: string) {
  return tx
    .selectFrom('settlement_month')
    .select(['computing', 'failure'])
    .where('month', '=', month)
    .forUpdate()
    .executeTakeFirst()
}

/** Settlements, locked in the order of their ids. */
export async function lockSettlements(tx: Tx, month: string, distributorIds: readonly number[]) {
  if (distributorIds.length === 0) return []
  return tx
    .selectFrom('settlement as s')
    .leftJoin('distributor as d', 'd.distributor_id', 's.distributor_id')
    .select([
      's.distributor_id as distributorId',
      NAME.as('name'),
      's.state',
      's.computed_by as computedBy',
      's.reopen_asked_at as reopenAskedAt',
      's.reopen_asked_by as reopenAskedBy',
      ...figuresOf('s'),
    ])
    .where('s.month', '=', month)
    .where('s.distributor_id', 'in', distributorIds)
    .orderBy('s.distributor_id')
    .forUpdate('s')
    .execute()
}
export type LockedSettlement = Awaited<ReturnType<typeof lockSettlements>>[number]

type Change = {
  state: 'computed' | 'approved' | 'settled'
  approved_at: Date | null
  approved_by: number | null
  settled_at: Date | null
  settled_by: number | null
  settled_reference: string | null
  reopen_asked_at: Date | null
  reopen_asked_by: number | null
  reopen_reason: string | null
}

export async function changeSettlements(
  tx: Tx,
  { month, distributorIds }: { month: string; distributorIds: readonly number[] },
  change: Partial<Change>,
): Promise<void> {
  if (distributorIds.length === 0) return
  await tx
    .updateTable('settlement')
    .set(change)
    .where('month', '=', month)
    .where('distributor_id', 'in', distributorIds)
    .execute()
}

/** Settles each with its own reference, which its event tells too. */
export async function settleRows(
  tx: Tx,
  {
    month,
    references,
    at,
    staffId,
  }: { month: string; references: ReadonlyMap<number, string>; at: Date; staffId: number },
): Promise<void> {
  const [ids, texts] = [[...references.keys()], [...references.values()]]
  await sql`
    with given as (
      select * from unnest(cast(${ids} as int[]), cast(${texts} as text[])) as g (id, reference)
    ), settled as (
      update settlement s set state = 'settled', settled_at = ${at}, settled_by = ${staffId},
        settled_reference = g.reference
      from given g where s.month = ${month} and s.distributor_id = g.id
      returning s.distributor_id, g.reference
    )
    insert into settlement_event (month, distributor_id, at, staff_id, action, note)
    select ${month}::date, distributor_id, ${at}, ${staffId}, 'settle', reference
    from settled order by distributor_id`.execute(tx)
}

type Event = { at: Date; staffId: number; action: SettlementAction; note?: string | undefined }

export async function insertEvents(
  tx: Tx,
  { month, distributorIds }: { month: string; distributorIds: readonly number[] },
  { at, staffId, action, note }: Event,
): Promise<void> {
  await sql`
    insert into settlement_event (month, distributor_id, at, staff_id, action, note)
    select ${month}::date, id, ${at}, ${staffId}, ${action}, ${note ?? null}::text
    from unnest(cast(${distributorIds} as int[])) as id order by id`.execute(tx)
}

/**
 * Lets the books be closed up to the end of the last month with an approved settlement. Locked first,
 * so that of two who approve and reopen at once the second sees what the first did.
 */
export async function closeBooks(tx: Tx): Promise<void> {
  await sql`select closed_until from ledger_close for update`.execute(tx)
  await sql`update ledger_close set closed_until = coalesce((
    select max(${sql.raw(endOfMonthColumn('month'))}) from settlement
    where state in ('approved', 'settled')), timestamptz '2000-01-01')`.execute(tx)
}
