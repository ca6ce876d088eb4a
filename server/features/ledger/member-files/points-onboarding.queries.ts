import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'

/** The members that have these codes or mobiles, with what they have. */
export async function membersNamed(
  db: Db | Tx,
  { codes, mobiles }: { codes: readonly string[]; mobiles: readonly string[] },
) {
  const members = db
    .selectFrom('member as m')
    .leftJoin('member_account as a', 'a.member_id', 'm.member_id')
    .select((select) => [
      'm.member_id as memberId',
      'm.code',
      'm.mobile',
      'm.name',
      'm.erased_at as erasedAt',
      number(select.fn.coalesce('a.available', sql`0`)).as('available'),
    ])
  return members
    .where('m.code', '=', sql<string>`any(${codes}::text[])`)
    .union(members.where('m.mobile', '=', sql<string>`any(${mobiles}::text[])`))
    .execute()
}
export type Named = Awaited<ReturnType<typeof membersNamed>>[number]
