import { sql, type Expression, type SqlBool } from 'kysely'
import type { MemberKind } from '../../contract/people/members.ts'
import type { Db } from './database.ts'
import { isOneOf } from './id-range.ts'

export type Like = { region?: number[] | undefined; memberKind?: MemberKind[] | undefined }

/** Members of a state and a kind. */
export function membersOf(db: Db, { region, memberKind }: Like) {
  let fitting = db.selectFrom('member as m').select('m.member_id as memberId')
  if (region) fitting = fitting.where(isOneOf('m.state', region))
  if (memberKind) fitting = fitting.where('m.kind', 'in', memberKind)
  return fitting
}

/** As with the list of members (decision 0015). */
const FEW_MEMBERS = 1_000

/**
 * What a state and a kind of members ask of rows that name a member in `column`; null where any will
 * do. Where few members fit, their rows are found by them: among all rows they would be met too
 * seldom.
 */
export async function membersLike(
  db: Db,
  column: string,
  like: Like,
): Promise<Expression<SqlBool> | null> {
  if (!like.region && !like.memberKind) return null
  const fitting = membersOf(db, like)
  if (like.region) {
    const found = await fitting.limit(FEW_MEMBERS + 1).execute()
    const ids = found.map(({ memberId }) => memberId)
    if (ids.length <= FEW_MEMBERS) return sql<SqlBool>`${sql.ref(column)} = any(${ids}::int[])`
  }
  const isRows = sql<SqlBool>`m.member_id = ${sql.ref(column)}`
  return sql<SqlBool>`exists (${fitting.where(isRows)})`
}
