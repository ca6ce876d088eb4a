import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * SQL: that the member of the scan `s` belonged to this distributor when it was recorded; 0: to none.
 * Only who ever belonged to it is looked at, and only who ever moved row by row: of others, who joined
 * with this distributor, every scan is.
 */
export function belongedAtScan(distributorId: number): Expression<SqlBool> {
  const then = sql`coalesce((select d.distributor_id from member_distributor d
    where d.member_id = s.member_id and d.from_at <= s.recorded_at
    order by d.from_at desc limit 1), 0)`
  if (distributorId === 0) return sql<SqlBool>`${then} = 0`
  return sql<SqlBool>`s.member_id = any(array(select member_id from member_distributor
      where distributor_id = ${distributorId}::int))
    and (s.member_id <> all(array(select d.member_id from member_distributor d
        where d.distributor_id = ${distributorId}::int and exists (select from member_distributor o
          where o.member_id = d.member_id and o.from_at <> d.from_at)))
      or ${then} = ${distributorId}::int)`
}

/** SQL: when each member belonged to which distributor, for many scans at once. */
export const BELONGED = `
  select member_id, distributor_id, from_at,
    lead(from_at) over (partition by member_id order by from_at) as until_at
  from member_distributor`
