import { sql } from 'kysely'
import { number, type Db, type Tx } from '../../../db/database.ts'

/**
 * Takes back what the engines leased of a scheme's budget and did not spend, and gives the points
 * that are spent: less what reversals brought back, so the budget may be anything from there on. Call
 * it in the transaction that pauses, ends or changes the scheme, late: the engines wait for its leases
 * until that ends. Once it is committed no scan has a bonus that the scheme as it is then does not
 * give; scans under way are decided again, and none is refused for it. The scheme stays locked.
 */
export async function revokeLeases(tx: Tx, schemeId: number): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select revoke_leases(${schemeId}::int)::float8 as spent`.execute(tx)
  return rows[0]?.spent ?? 0
}

/** Points spent of each scheme, less what reversals brought back; none is left out. */
export async function spentOf(
  db: Db | Tx,
  schemeIds: readonly number[],
): Promise<Map<number, number>> {
  if (schemeIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('scheme')
    .leftJoin('scheme_lease', 'scheme_lease.scheme_id', 'scheme.scheme_id')
    .select((select) => [
      'scheme.scheme_id as schemeId',
      number(
        sql`coalesce(sum(${select.ref('scheme_lease.spent')}), 0) - ${select.ref('scheme.returned')}`,
      ).as('spent'),
    ])
    .where('scheme.scheme_id', 'in', schemeIds)
    .groupBy('scheme.scheme_id')
    .execute()
  return new Map(rows.map(({ schemeId, spent }) => [schemeId, spent]))
}
