import { sql } from 'kysely'
import type { SchemeStatus } from '../../../../contract/programme/schemes.ts'
import type { Tx } from '../../../db/database.ts'
import type { Period } from './period.ts'

export type SchemeGave = {
  schemeId: number
  name: string
  status: SchemeStatus
  bonuses: number
  points: number
  spent: number
  budget: number
  toAt: Date
}

/**
 * The schemes that gave in a period or are active, the most points first; of more than `most` the
 * active ones are kept. What is spent is of their whole life.
 */
export async function schemesOf(tx: Tx, { from, to }: Period, most: number): Promise<SchemeGave[]> {
  const { rows } = await sql<SchemeGave>`
    with gave as (
      select scheme_id, sum(bonuses) as bonuses, sum(points) as points from rollup_scheme
      where day between ${from}::date and ${to}::date group by scheme_id
    ), kept as (
      select s.scheme_id, coalesce(g.bonuses, 0) as bonuses, coalesce(g.points, 0) as points
      from scheme s left join gave g on g.scheme_id = s.scheme_id
      where s.status = 'active' or g.bonuses > 0
      order by s.status = 'active' desc, coalesce(g.points, 0) desc, s.scheme_id
      limit ${most}
    )
    select k.scheme_id as "schemeId", s.name, s.status, k.bonuses::float8 as bonuses,
      k.points::float8 as points, s.budget::float8 as budget, s.to_at as "toAt",
      (coalesce((select sum(l.spent) from scheme_lease l where l.scheme_id = k.scheme_id), 0)
        - s.returned)::float8 as spent
    from kept k join scheme s on s.scheme_id = k.scheme_id
    order by k.points desc, k.scheme_id`.execute(tx)
  return rows
}
