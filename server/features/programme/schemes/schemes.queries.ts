import { sql } from 'kysely'
import { COUNT_LIMIT } from '../../../../contract/paging.ts'
import { TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import type {
  SchemeAction,
  SchemeStatus,
  SchemeTerms,
} from '../../../../contract/programme/schemes.ts'
import { endOfDay, startOfDay } from '../../../../contract/time.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'

const DAYS_SHOWN = 120
/** More bonuses than these, of all schemes together, are not read for a count in a request. */
const MOST_READ = 50_000

/** The scheme and its lock: whoever changes it, or leases of its budget, takes it first. */
export async function lockScheme(tx: Tx, schemeId: number) {
  return tx
    .selectFrom('scheme')
    .select(['scheme_id as schemeId', 'name', 'status', 'version', 'to_at as toAt'])
    .where('scheme_id', '=', schemeId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedScheme = NonNullable<Awaited<ReturnType<typeof lockScheme>>>

function columnsOf(terms: SchemeTerms) {
  return {
    name: terms.name,
    kind: terms.kind,
    value: terms.value,
    slabs: terms.slabs === null ? null : JSON.stringify(terms.slabs),
    from_at: startOfDay(terms.fromDay),
    to_at: endOfDay(terms.toDay),
    member_kinds: terms.memberKinds,
    states: terms.states,
    product_ids: terms.productIds,
    distributor_ids: terms.distributorIds,
    cap_per_member: terms.capPerMember,
    budget: terms.budget,
    priority: terms.priority,
    stacks: terms.stacks,
    note: terms.note,
  }
}

export async function insertScheme(
  tx: Tx,
  terms: SchemeTerms,
  { staffId, at }: { staffId: number; at: Date },
): Promise<number> {
  const { schemeId } = await tx
    .insertInto('scheme')
    .values({ ...columnsOf(terms), status: 'draft', created_by: staffId, created_at: at })
    .returning('scheme_id as schemeId')
    .executeTakeFirstOrThrow()
  return schemeId
}

export async function updateTerms(tx: Tx, schemeId: number, terms: SchemeTerms): Promise<void> {
  await tx
    .updateTable('scheme')
    .set({ ...columnsOf(terms), version: sql`version + 1` })
    .where('scheme_id', '=', schemeId)
    .execute()
}

export async function setStatus(tx: Tx, schemeId: number, status: SchemeStatus): Promise<void> {
  await tx.updateTable('scheme').set({ status }).where('scheme_id', '=', schemeId).execute()
}

/** Another budget or last day: terms too, so that a simulation of the earlier ones is not of these. */
export async function setRunning(
  tx: Tx,
  schemeId: number,
  { budget, toDay }: Pick<SchemeTerms, 'budget' | 'toDay'>,
): Promise<void> {
  await tx
    .updateTable('scheme')
    .set({ budget, to_at: endOfDay(toDay), version: sql`version + 1` })
    .where('scheme_id', '=', schemeId)
    .execute()
}

/** With its events and simulations; the caller has seen that it is a draft. */
export async function deleteScheme(tx: Tx, schemeId: number): Promise<void> {
  await tx.deleteFrom('scheme').where('scheme_id', '=', schemeId).execute()
}

export async function insertEvent(
  tx: Tx,
  event: {
    schemeId: number
    at: Date
    staffId: number | null
    action: SchemeAction
    note?: string | null
  },
): Promise<void> {
  await tx
    .insertInto('scheme_event')
    .values({
      scheme_id: event.schemeId,
      at: event.at,
      staff_id: event.staffId,
      action: event.action,
      note: event.note ?? null,
    })
    .execute()
}

export async function eventsOf(db: Db | Tx, schemeId: number) {
  return db
    .selectFrom('scheme_event as e')
    .leftJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select(['e.at', 'staff.name as by', 'e.staff_id as staffId', 'e.action', 'e.note'])
    .where('e.scheme_id', '=', schemeId)
    .orderBy('e.event_id')
    .execute()
}

/** The newest days on which a scheme gave, oldest first. */
export async function effectDays(db: Db | Tx, schemeId: number) {
  const rows = await db
    .selectFrom('rollup_scheme')
    .select((select) => [
      'day',
      number(select.fn.sum('bonuses')).as('bonuses'),
      number(select.fn.sum('points')).as('points'),
    ])
    .where('scheme_id', '=', schemeId)
    .groupBy('day')
    .orderBy('day', 'desc')
    .limit(DAYS_SHOWN)
    .execute()
  return rows.toReversed()
}

/** Members who had points of a scheme that counts what each had of it: to 10,001. */
export async function countedMembers(db: Db | Tx, schemeId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select 1 from scheme_member where scheme_id = ${schemeId} and points > 0
      limit ${COUNT_LIMIT + 1}) as counted`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Members who had points of any other scheme, from its bonuses, to 10,001; null where more bonuses of
 * all schemes lie in its time than are read in a request.
 */
export async function membersWithBonus(
  db: Db | Tx,
  { schemeId, fromAt, toAt }: { schemeId: number; fromAt: Date; toAt: Date },
): Promise<number | null> {
  const { rows } = await sql<{ read: number; members: number }>`
    select count(*)::int as read,
      count(distinct member_id) filter (where scheme_id = ${schemeId})::int as members
    from (select member_id, scheme_id from transfer
      where kind = ${sql.lit(TRANSFER_KINDS.scheme_bonus)}
        and id >= ${firstIdAt(fromAt)} and id < ${firstIdAt(toAt)}
      limit ${MOST_READ + 1}) as bonuses`.execute(db)
  const { read = 0, members = 0 } = rows[0] ?? {}
  return read > MOST_READ ? null : Math.min(members, COUNT_LIMIT + 1)
}

/** Active and paused schemes whose last day had passed at this moment. */
export async function overdueSchemes(db: Db, at: Date): Promise<number[]> {
  const rows = await db
    .selectFrom('scheme')
    .select('scheme_id as schemeId')
    .where('status', 'in', ['active', 'paused'])
    .where('to_at', '<=', at)
    .orderBy('scheme_id')
    .execute()
  return rows.map(({ schemeId }) => schemeId)
}
