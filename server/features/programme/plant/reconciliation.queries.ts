import { sql } from 'kysely'
import { COUPON_STATUSES, type CouponAction } from '../../../../contract/programme/coupons.ts'
import type { ExplanationKind } from '../../../../contract/programme/plant.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import type { Run } from './runs.ts'

const { printed, active, deactivated, scanned, blocked } = COUPON_STATUSES

/** The keys of a batch's coupons begin with its number: there is no index on the batch. */
function isOfBatch(batchId: number) {
  const prefix = batchId.toString(16).padStart(8, '0')
  const first = `${prefix}-0000-0000-0000-000000000000`
  const last = `${prefix}-ffff-ffff-ffff-ffffffffffff`
  return sql`code_key between ${first}::uuid and ${last}::uuid`
}

/** All reads of one reconciliation see the same moment, so that its sums agree. */
export async function inOneMoment<T>(db: Db, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read)
}

type Tally = {
  printed: number
  active: number
  deactivated: number
  scanned: number
  blocked: number
  /** The last serial that was ever activated; 0 where none was. */
  lastActivated: number
}

/** How many coupons of a batch are in each state, and how far the line came. */
export async function tallyOf(tx: Tx, batchId: number): Promise<Tally> {
  const count = (status: number) => sql`count(*) filter (where status = ${sql.lit(status)})::int`
  const { rows } = await sql<Tally>`
    select ${count(printed)} as printed, ${count(active)} as active,
      ${count(deactivated)} as deactivated, ${count(scanned)} as scanned,
      ${count(blocked)} as blocked,
      coalesce(max(serial) filter (where activated_at is not null), 0) as "lastActivated"
    from coupon where ${isOfBatch(batchId)}`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('An aggregate gave no row.')
  return row
}

export type Said = Run & { id: number }

/** What the plant said about a batch's serials, in the order it was said. */
export async function explanationsOf(tx: Tx, batchId: number): Promise<Said[]> {
  return tx
    .selectFrom('batch_explanation')
    .select((select) => number(select.ref('explanation_id')).as('id'))
    .select(['from_serial as from', 'to_serial as to'])
    .where('batch_id', '=', batchId)
    .orderBy('explanation_id')
    .execute()
}

/** The changes of a batch with these actions, in their order. */
export async function changesOf(
  tx: Tx,
  batchId: number,
  actions: readonly CouponAction[],
): Promise<Said[]> {
  return tx
    .selectFrom('coupon_change')
    .select((select) => number(select.ref('change_id')).as('id'))
    .select(['from_serial as from', 'to_serial as to'])
    .where('batch_id', '=', batchId)
    .where('action', 'in', actions)
    .orderBy('change_id')
    .execute()
}

/** Where stretches of serials begin, in their order, and the number of what was said about each or 0. */
export type Cuts = { starts: readonly number[]; ids: readonly number[] }

export type RunFound = {
  status: 'waiting' | 'hole' | 'explained' | 'deactivated' | 'blocked'
  /** Of the explanation or the change that tells why; 0 where nothing does. */
  said: number
  fromSerial: number
  toSerial: number
}
type Islands = {
  runs: RunFound[]
  total: number
  waiting: number
  explained: number
  holes: number
}

/**
 * The runs of coupons that are not in the trade, cut where another explanation or change tells why:
 * neighbours of one kind keep the distance between their serial and their place among their kind.
 * What waits lies between the others, behind the last activated one, and is not looked at one by one:
 * of a lot that has not begun it is all. At most `limit`, holes before others, then in the order of
 * the serials; the sums are of all of them.
 */
export async function islandsOf(
  tx: Tx,
  batch: { batchId: number; quantity: number; lastActivated: number },
  why: { explained: Cuts; deactivated: Cuts; blocked: Cuts },
  limit: number,
): Promise<Islands> {
  const said = ({ starts, ids }: Cuts) =>
    sql`(${ids}::bigint[])[width_bucket(serial, ${starts}::int[])]`
  type Row = RunFound & Omit<Islands, 'runs'>
  const { rows } = await sql<Row>`
    with kinds as (
      select serial, status, case status
          when ${printed}::int then ${said(why.explained)}
          when ${deactivated}::int then ${said(why.deactivated)}
          else ${said(why.blocked)} end as said,
        serial > ${batch.lastActivated}::int as ahead
      from coupon
      where ${isOfBatch(batch.batchId)}
        and status in (${printed}::int, ${deactivated}::int, ${blocked}::int)
    ), told as (
      select serial, said, case
          when status = ${deactivated}::int then 'deactivated' when status = ${blocked}::int then 'blocked'
          when said > 0 then 'explained' else 'hole' end as status
      from kinds where status <> ${printed}::int or said > 0 or not ahead
    ), placed as (
      select *, serial - row_number() over (partition by status, said order by serial) as island
      from told
    ), others as (
      select status, said, min(serial) as from_serial, max(serial) as to_serial
      from placed group by status, said, island
    ), passed as (
      select from_serial as next_serial, lag(to_serial, 1, 0) over (order by from_serial) as last_serial
      from others where to_serial > ${batch.lastActivated}::int
      union all
      select ${batch.quantity}::int + 1, max(to_serial) from others
    ), islands as (
      select * from others
      union all
      select 'waiting', 0, greatest(last_serial, ${batch.lastActivated}::int) + 1, next_serial - 1
      from passed where greatest(last_serial, ${batch.lastActivated}::int) + 1 < next_serial
    )
    select status, said::float8 as said, from_serial as "fromSerial", to_serial as "toSerial",
      count(*) over ()::int as total,
      ${sumOf('waiting')} as waiting, ${sumOf('explained')} as explained, ${sumOf('hole')} as holes
    from islands order by status <> 'hole', from_serial limit ${limit}`.execute(tx)
  const { total = 0, waiting = 0, explained = 0, holes = 0 } = rows[0] ?? {}
  return { runs: rows, total, waiting, explained, holes }
}

const sumOf = (status: RunFound['status']) => sql`(coalesce(sum(to_serial - from_serial + 1)
  filter (where status = ${sql.lit(status)}) over (), 0))::int`

export type Reason = {
  id: number
  kind: ExplanationKind | null
  why: string | null
  by: string
  at: Date
}

export async function explanationsBy(tx: Tx, ids: readonly number[]): Promise<Reason[]> {
  if (ids.length === 0) return []
  return tx
    .selectFrom('batch_explanation as e')
    .innerJoin('staff', 'staff.staff_id', 'e.staff_id')
    .select((select) => number(select.ref('e.explanation_id')).as('id'))
    .select(['e.kind', 'e.note as why', 'staff.name as by', 'e.at'])
    .where('e.explanation_id', 'in', ids.map(String))
    .execute()
}

export async function changesBy(tx: Tx, ids: readonly number[]): Promise<Reason[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('coupon_change as c')
    .innerJoin('staff', 'staff.staff_id', 'c.staff_id')
    .select((select) => number(select.ref('c.change_id')).as('id'))
    .select(['c.reason as why', 'staff.name as by', 'c.occurred_at as at'])
    .where('c.change_id', 'in', ids.map(String))
    .execute()
  return rows.map((row) => ({ ...row, kind: null }))
}

export async function insertExplanation(
  tx: Tx,
  explanation: Run & {
    batchId: number
    kind: ExplanationKind
    note: string | undefined
    staffId: number
    at: Date
  },
): Promise<void> {
  await tx
    .insertInto('batch_explanation')
    .values({
      batch_id: explanation.batchId,
      from_serial: explanation.from,
      to_serial: explanation.to,
      kind: explanation.kind,
      note: explanation.note || null,
      staff_id: explanation.staffId,
      at: explanation.at,
    })
    .execute()
}
