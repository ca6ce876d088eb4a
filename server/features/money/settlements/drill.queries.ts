import { CompiledQuery, sql, type NotNull, type RawBuilder, type Selectable } from 'kysely'
import type { z } from 'zod'
import type {
  Figures,
  listSettlementMembers,
  listSettlementTransfers,
} from '../../../../contract/money/settlements.ts'
import { number, type Db } from '../../../db/database.ts'
import { joinedPage, keysetPage, type Order } from '../../../db/keyset.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import type { Database } from '../../../db/schema.ts'
import { addedTo, countedBy, FIGURE_COLUMNS, FIGURES, isCrossing, isOfFigure } from './figures.ts'
import { distributorAt, latestOf, sharesSql } from './figures-sql.ts'
import { SPAN_OF_VALUES, valuesOfMonth } from './months.ts'

type Which = { month: string; distributorId: number }
export type TransfersQuery = z.output<NonNullable<typeof listSettlementTransfers.query>>
export type MembersQuery = z.output<NonNullable<typeof listSettlementMembers.query>>

/** The values of a statement about a settlement: those of its month, and its distributor as the sixth. */
const valuesOf = ({ month, distributorId }: Which) => [...valuesOfMonth(month), distributorId]
const { start, end, idsFrom, idsBefore } = SPAN_OF_VALUES
const at = (member: string) => (moment: string) => `coalesce(${distributorAt(member, moment)}, 0)`

/** SQL with the values of a settlement, as a part of another statement. */
function withValues<T>(text: string, values: readonly unknown[]): RawBuilder<T> {
  const pieces = text.split(/\$(\d)/)
  return sql<T>`${sql.join(
    pieces.map((piece, index) =>
      index % 2 === 1 ? sql`${values[Number(piece) - 1]}` : sql.raw(piece),
    ),
    sql``,
  )}`
}

/** What else makes the text of a page another one, beside its order. */
function placeOf({ distributorId }: Which, { before, after }: { before?: string; after?: string }) {
  const place = before !== undefined ? 'before' : after !== undefined ? 'after' : 'first'
  return `${distributorId === 0 ? 'of none' : 'of one'} ${place}`
}

/** SQL: transfers since a month began, of the members that belonged to the distributor, `$6`, at its end. */
const OF_ITS_MEMBERS = `(select t.* from (
    select d.member_id from (select distinct member_id from member_distributor
      where distributor_id = $6::int) d where ${at('d.member_id')(end)} = $6::int offset 0
  ) m ${latestOf('m.member_id', idsFrom)})`
const OF_OTHERS = `(select * from transfer x where ${at('x.member_id')(end)} = $6::int)`

type Transfer = Pick<
  Selectable<Database['transfer']>,
  'id' | 'member_id' | 'seq' | 'recorded_at' | 'kind' | 'debit' | 'credit' | 'ref' | 'points'
>

function rowsOfFigure(db: Db, which: Which, figure: TransfersQuery['figure']) {
  const values = valuesOf(which)
  const transfers = which.distributorId === 0 ? OF_OTHERS : OF_ITS_MEMBERS
  return db
    .selectFrom(withValues<Transfer>(transfers, values).as('t'))
    .select(['t.id', 't.member_id', 't.seq', 't.recorded_at', 't.kind', 't.debit', 't.credit'])
    .select(['t.ref', sql<string>`${sql.raw(countedBy(figure))}`.as('counted')])
    .where(withValues<boolean>(`t.id >= ${idsFrom} and t.id < ${idsBefore}`, values))
    .where(withValues<boolean>(`t.recorded_at >= ${start} and t.recorded_at < ${end}`, values))
    .where(sql<boolean>`${sql.raw(isOfFigure(figure))}`)
}

function withMembers(db: Db, found: ReturnType<typeof rowsOfFigure>, plan: string) {
  return (
    db
      .selectFrom(found.as('t'))
      .modifyFront(keepPlan(plan))
      .leftJoin('member', 'member.member_id', 't.member_id')
      .select((select) => [
        't.id as transferId',
        't.member_id as memberId',
        't.seq',
        't.recorded_at as recordedAt',
        't.kind',
        't.debit',
        't.credit',
        't.ref',
        number(select.ref('t.counted')).as('points'),
        'member.code as memberCode',
        'member.name as memberName',
      ])
      // Points belong to a member, and members are never deleted.
      .$narrowType<{ memberCode: NotNull; memberName: NotNull }>()
  )
}
type Found = Awaited<ReturnType<ReturnType<typeof withMembers>['executeTakeFirstOrThrow']>>

const key = [
  { column: 't.id', type: 'bigint', of: (row: Found) => row.transferId },
  { column: 't.member_id', type: 'int', of: (row: Found) => row.memberId },
  { column: 't.seq', type: 'int', of: (row: Found) => row.seq },
] as const
const ORDERS: Record<TransfersQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}

/** The transfers that a figure sums, each as the figure counts it. */
export async function transfersPage(db: Db, which: Which, query: TransfersQuery) {
  const rows = rowsOfFigure(db, which, query.figure)
  const plan = `transfers ${query.figure} ${query.sort} ${placeOf(which, query)}`
  return joinedPage(db, rows, (found) => withMembers(db, found, plan), ORDERS[query.sort], query)
}

type Member = { memberId: number; memberCode: string; memberName: string; last: number }
type MemberAt = Selectable<Database['member']> & { last: number | null }
const BY_CODE: Order<Member> = {
  name: 'code',
  direction: 'asc',
  key: [{ column: 'm.code', type: 'text', of: (row) => row.memberCode }],
}

/** SQL: the last transfer of a member `m` that was recorded before a moment. */
const lastBefore = (moment: string) => `(select t.seq, t.available_after + t.held_after as points
    from transfer t where t.member_id = m.member_id and t.recorded_at < ${moment}
    order by t.seq desc limit 1)`
/** To join: the last one of the month, if any. */
const LAST = `left join lateral ${lastBefore(end)} l on true`

/**
 * SQL: whether a member `m`, whose last transfer is `l`, has a row in the figures of a distributor,
 * told by looking at that member alone, and at where they belonged.
 */
function hasShareSql(belonged: (moment: string) => string): string {
  const [was, now] = [belonged(start), belonged(end)]
  // Scalar, as `exists` over all members at once reads a month of the table.
  const moved = `(select true from transfer t where t.member_id = m.member_id
    and t.id >= ${idsFrom} and t.id < ${idsBefore}
    and t.recorded_at >= ${start} and t.recorded_at < ${end} and ${isCrossing()} limit 1)`
  const charged = `(select true from handling_charge h where h.retailer_id = m.member_id
    and h.state = 1 and h.due_at >= ${start} and h.due_at < ${end} limit 1)`
  // What is numbered before the last one and was recorded after the month began is no part of it.
  const brought = `(select b.points - coalesce((select sum(${addedTo('available')} + ${addedTo('held')})
      from transfer t where t.member_id = m.member_id and t.seq < b.seq
        and t.id >= ${idsFrom} and t.recorded_at >= ${start}), 0)
    from ${lastBefore(start)} b)`
  // A case, as of an `or` over two tables the part about one is looked at twice.
  return `case $6::int when ${now} then coalesce(l.points, 0) > 0 or ${moved} or ${charged}
    when ${was} then coalesce(${brought}, 0) <> 0 else false end`
}

/** Few of all members: they are put in the order of their codes, and looked at as far as the page needs. */
const OF_A_DISTRIBUTOR = `(select m.*, l.seq as last from (
    select m.* from (select distinct member_id from member_distributor where distributor_id = $6::int) d
    join member m on m.member_id = d.member_id order by m.code offset 0
  ) m cross join lateral (
    select ${at('m.member_id')(start)} as was, ${at('m.member_id')(end)} as now offset 0
  ) b ${LAST} where ${hasShareSql((moment) => (moment === start ? 'b.was' : 'b.now'))})`
/** Many: they are gone through by code, as far as the page needs. */
const OF_NO_DISTRIBUTOR = `(select m.*, l.seq as last from member m ${LAST} where ${hasShareSql(at('m.member_id'))})`

/**
 * Members by code: those that count in the settlement, and those that took their points away. `last`
 * is the number of the last transfer of each at the month's end; 0 where there was none.
 */
export async function membersPage(db: Db, which: Which, query: MembersQuery) {
  const text = which.distributorId === 0 ? OF_NO_DISTRIBUTOR : OF_A_DISTRIBUTOR
  const members = db
    .selectFrom(withValues<MemberAt>(text, valuesOf(which)).as('m'))
    .modifyFront(keepPlan(`members ${placeOf(which, query)}`))
    .select(['m.member_id as memberId', 'm.code as memberCode', 'm.name as memberName'])
    .select(({ fn, val }) => fn.coalesce('m.last', val(0)).as('last'))
  return keysetPage(db, members, BY_CODE, query)
}

type Share = Omit<Figures, 'members'> & { memberId: number }

const SHARES = `/* plan: shares */ select f.member_id as "memberId",
    ${FIGURES.filter((figure) => figure !== 'members')
      .map((figure) => `f.${FIGURE_COLUMNS[figure]}::float8 as "${figure}"`)
      .join(', ')}
  from (${sharesSql(SPAN_OF_VALUES, 'select * from unnest($6::int[], $7::int[]) as u (member_id, last)', 'known')}) f
  where f.distributor_id = $8`

/** What some members, with their last transfers, have in the figures of a distributor. */
export async function sharesOf(
  db: Db,
  { month, distributorId }: Which,
  members: readonly Pick<Member, 'memberId' | 'last'>[],
): Promise<Share[]> {
  if (members.length === 0) return []
  const ids = members.map(({ memberId }) => memberId)
  const lasts = members.map(({ last }) => last)
  const values = [...valuesOfMonth(month), ids, lasts, distributorId]
  const { rows } = await db.executeQuery<Share>(CompiledQuery.raw(SHARES, values))
  return rows
}
