import { CompiledQuery, sql, type NotNull, type RawBuilder, type Selectable } from 'kysely'
import type { z } from 'zod'
import type {
  Figures,
  listSettlementMembers,
  listSettlementTransfers,
} from '../../../contract/settlements.ts'
import { number, type Db } from '../../db/database.ts'
import { joinedPage, keysetPage, type Order } from '../../db/keyset.ts'
import { keepPlan } from '../../db/kept-plans.ts'
import type { Database } from '../../db/schema.ts'
import { countedBy, FIGURE_COLUMNS, FIGURES, isCrossing, isOfFigure } from './figures.ts'
import { distributorAt, latestOf, sharesSql } from './figures-sql.ts'
import { SPAN_OF_VALUES, spanOfMonth, valuesOfMonth, type Span } from './months.ts'

type Which = { month: string; distributorId: number }
export type TransfersQuery = z.output<NonNullable<typeof listSettlementTransfers.query>>
export type MembersQuery = z.output<NonNullable<typeof listSettlementMembers.query>>

function rowsOfFigure(db: Db, which: Which, figure: TransfersQuery['figure']) {
  const span = spanOfMonth(which.month)
  return db
    .selectFrom(transfersOf(which.distributorId, span).as('t'))
    .select(['t.id', 't.member_id', 't.seq', 't.recorded_at', 't.kind', 't.debit', 't.credit'])
    .select(['t.ref', sql<string>`${sql.raw(countedBy(figure))}`.as('counted')])
    .where(sql<boolean>`t.id >= ${sql.raw(span.idsFrom)} and t.id < ${sql.raw(span.idsBefore)}`)
    .where(
      sql<boolean>`t.recorded_at >= ${sql.raw(span.start)} and t.recorded_at < ${sql.raw(span.end)}`,
    )
    .where(sql<boolean>`${sql.raw(isOfFigure(figure))}`)
}

type Transfer = Pick<
  Selectable<Database['transfer']>,
  'id' | 'member_id' | 'seq' | 'recorded_at' | 'kind' | 'debit' | 'credit' | 'ref' | 'points'
>

/** Transfers since a time began, of the members that belonged to a distributor at its end. */
function transfersOf(distributorId: number, { idsFrom, end }: Span): RawBuilder<Transfer> {
  const belongs = (member: string) =>
    sql.raw(`coalesce(${distributorAt(member, end)}, 0) = ${distributorId}`)
  if (distributorId === 0) return sql`(select * from transfer x where ${belongs('x.member_id')})`
  return sql`(select t.* from (
      select d.member_id from (select distinct member_id from member_distributor
        where distributor_id = ${distributorId}) d where ${belongs('d.member_id')} offset 0
    ) m ${sql.raw(latestOf('m.member_id', idsFrom))})`
}

function withMembers(db: Db, found: ReturnType<typeof rowsOfFigure>) {
  return (
    db
      .selectFrom(found.as('t'))
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
  return joinedPage(db, rows, (found) => withMembers(db, found), ORDERS[query.sort], query)
}

type Member = { memberId: number; memberCode: string; memberName: string }
const BY_CODE: Order<Member> = {
  name: 'code',
  direction: 'asc',
  key: [{ column: 'm.code', type: 'text', of: (row) => row.memberCode }],
}

/**
 * SQL: whether a member `m` has a row in the figures of a distributor, told by looking at him alone;
 * with the values of a month, the distributor as the sixth, and where the member belonged.
 */
function hasShareSql(belonged: (moment: string) => string): string {
  const { start, end, idsFrom, idsBefore } = SPAN_OF_VALUES
  const [was, now] = [belonged(start), belonged(end)]
  const had = (moment: string) => `coalesce((select t.available_after + t.held_after from transfer t
    where t.member_id = m.member_id and t.recorded_at < ${moment} order by t.seq desc limit 1), 0) > 0`
  // Scalar, as `exists` over all members at once reads a month of the table.
  const moved = `(select true from transfer t where t.member_id = m.member_id
    and t.id >= ${idsFrom} and t.id < ${idsBefore}
    and t.recorded_at >= ${start} and t.recorded_at < ${end} and ${isCrossing()} limit 1)`
  const charged = `(select true from handling_charge h where h.retailer_id = m.member_id
    and h.state = 1 and h.due_at >= ${start} and h.due_at < ${end} limit 1)`
  return `${now} = $6::int and (${had(end)} or ${moved} or ${charged})
    or ${was} = $6::int and ${now} <> $6::int and ${had(start)}`
}

const at = (member: string) => (moment: string) => `coalesce(${distributorAt(member, moment)}, 0)`
const { start, end } = SPAN_OF_VALUES
/** Few of all members: where each belonged is looked up once. */
const OF_A_DISTRIBUTOR = `(select m.* from (
    select d.member_id, ${at('d.member_id')(start)} as was, ${at('d.member_id')(end)} as now
    from (select distinct member_id from member_distributor where distributor_id = $6::int) d offset 0
  ) b join member m on m.member_id = b.member_id
  where ${hasShareSql((moment) => (moment === start ? 'b.was' : 'b.now'))})`
/** Many: they are gone through by code, as far as the page needs. */
const OF_NO_DISTRIBUTOR = `(select m.* from member m where ${hasShareSql(at('m.member_id'))})`

/** Members by code: those that count in the settlement, and those that took their points away. */
export async function membersPage(db: Db, { month, distributorId }: Which, query: MembersQuery) {
  const text = distributorId === 0 ? OF_NO_DISTRIBUTOR : OF_A_DISTRIBUTOR
  const found = withValues<Selectable<Database['member']>>(text, [
    ...valuesOfMonth(month),
    distributorId,
  ])
  const place =
    query.before !== undefined ? 'before' : query.after !== undefined ? 'after' : 'first'
  const members = db
    .selectFrom(found.as('m'))
    .modifyFront(keepPlan(`members ${distributorId === 0 ? 'of none' : 'of one'} ${place}`))
    .select(['m.member_id as memberId', 'm.code as memberCode', 'm.name as memberName'])
  return keysetPage(db, members, BY_CODE, query)
}

/** A text with `$1`, `$2` … as a part of another statement. */
function withValues<T>(text: string, values: readonly unknown[]): RawBuilder<T> {
  const pieces = text.split(/\$(\d)/)
  return sql<T>`${sql.join(
    pieces.map((piece, index) =>
      index % 2 === 1 ? sql`${values[Number(piece) - 1]}` : sql.raw(piece),
    ),
    sql``,
  )}`
}

type Share = Omit<Figures, 'members'> & { memberId: number }

const SHARES = `/* plan: shares */ select f.member_id as "memberId",
    ${FIGURES.filter((figure) => figure !== 'members')
      .map((figure) => `f.${FIGURE_COLUMNS[figure]}::float8 as "${figure}"`)
      .join(', ')}
  from (${sharesSql(SPAN_OF_VALUES, 'select unnest($6::int[]) as member_id', 'few')}) f
  where f.distributor_id = $7`

/** What some members have in the figures of a distributor. */
export async function sharesOf(
  db: Db,
  { month, distributorId }: Which,
  memberIds: readonly number[],
): Promise<Share[]> {
  if (memberIds.length === 0) return []
  const values = [...valuesOfMonth(month), memberIds, distributorId]
  const { rows } = await db.executeQuery<Share>(CompiledQuery.raw(SHARES, values))
  return rows
}
