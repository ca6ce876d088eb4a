import { sql, type NotNull } from 'kysely'
import type { z } from 'zod'
import type {
  Figures,
  listSettlementMembers,
  listSettlementTransfers,
} from '../../../contract/settlements.ts'
import { number, type Db } from '../../db/database.ts'
import { joinedPage, keysetPage, type Order } from '../../db/keyset.ts'
import { countedBy, FIGURE_COLUMNS, FIGURES, isCrossing, isOfFigure } from './figures.ts'
import { distributorAt, membersOfSql, sharesSql } from './figures-sql.ts'
import { spanOfMonth, type Span } from './months.ts'

type Which = { month: string; distributorId: number }
export type TransfersQuery = z.output<NonNullable<typeof listSettlementTransfers.query>>
export type MembersQuery = z.output<NonNullable<typeof listSettlementMembers.query>>

function rowsOfFigure(db: Db, { month, distributorId }: Which, figure: TransfersQuery['figure']) {
  const { start, end, idsFrom, idsBefore } = spanOfMonth(month)
  const query = db
    .selectFrom('transfer as t')
    .select(['t.id', 't.member_id', 't.seq', 't.recorded_at', 't.kind', 't.debit', 't.credit'])
    .select(['t.ref', sql<string>`${sql.raw(countedBy(figure))}`.as('counted')])
    .where(sql<boolean>`t.id >= ${sql.raw(idsFrom)} and t.id < ${sql.raw(idsBefore)}`)
    .where(sql<boolean>`t.recorded_at >= ${sql.raw(start)} and t.recorded_at < ${sql.raw(end)}`)
    .where(sql<boolean>`${sql.raw(isOfFigure(figure))}`)
    .where(
      sql<boolean>`coalesce(${sql.raw(distributorAt('t.member_id', end))}, 0) = ${distributorId}`,
    )
  if (distributorId === 0) return query
  // Told again, so that the index by distributor leaves most of the month out at once.
  return query.where(
    sql<boolean>`t.member_id in (select d.member_id from member_distributor d
      where d.distributor_id = ${distributorId})`,
  )
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

/** That a member has a row in the figures of a distributor, told by looking at him alone. */
function hasShare({ start, end, idsFrom, idsBefore }: Span, distributorId: number): string {
  const at = (moment: string) => `coalesce(${distributorAt('m.member_id', moment)}, 0)`
  const had = (moment: string) => `coalesce((select t.available_after + t.held_after from transfer t
    where t.member_id = m.member_id and t.recorded_at < ${moment} order by t.seq desc limit 1), 0) > 0`
  const moved = `exists (select from transfer t where t.member_id = m.member_id
    and t.id >= ${idsFrom} and t.id < ${idsBefore}
    and t.recorded_at >= ${start} and t.recorded_at < ${end} and ${isCrossing()})`
  const charged = `exists (select from handling_charge h where h.retailer_id = m.member_id
    and h.state = 1 and h.due_at >= ${start} and h.due_at < ${end})`
  return `(${at(end)} = ${distributorId} and (${had(end)} or ${moved} or ${charged})
    or ${at(start)} = ${distributorId} and ${at(end)} <> ${distributorId} and ${had(start)})`
}

/** Members by code: those that count in the settlement, and those that took their points away. */
export async function membersPage(db: Db, { month, distributorId }: Which, query: MembersQuery) {
  const span = spanOfMonth(month)
  const members = db
    .selectFrom('member as m')
    .select(['m.member_id as memberId', 'm.code as memberCode', 'm.name as memberName'])
    .where(sql<boolean>`m.member_id in (${sql.raw(membersOfSql(span, [distributorId]))})`)
    .where(sql<boolean>`${sql.raw(hasShare(span, distributorId))}`)
  return keysetPage(db, members, BY_CODE, query)
}

type Share = Omit<Figures, 'members'> & { memberId: number }

/** What some members have in the figures of a distributor. */
export async function sharesOf(
  db: Db,
  { month, distributorId }: Which,
  memberIds: readonly number[],
): Promise<Share[]> {
  if (memberIds.length === 0) return []
  const columns = FIGURES.filter((figure) => figure !== 'members').map(
    (figure) => `f.${FIGURE_COLUMNS[figure]}::float8 as "${figure}"`,
  )
  const chosen = `select unnest(array[${memberIds.join(', ')}]::int[]) as member_id`
  const { rows } = await sql
    .raw<Share>(
      `select f.member_id as "memberId", ${columns.join(', ')}
       from (${sharesSql(spanOfMonth(month), chosen)}) f where f.distributor_id = ${distributorId}`,
    )
    .execute(db)
  return rows
}
