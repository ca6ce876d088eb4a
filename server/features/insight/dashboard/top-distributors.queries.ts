import { sql } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import type { Period } from './period.ts'

type Ranked = { id: number; name: string; credited: number; points: number }

/** The distributors whose networks scanned the most on some days that are filled. */
export async function topDistributors(
  tx: Tx,
  { from, to }: Period,
  most: number,
): Promise<Ranked[]> {
  const { rows } = await sql<Ranked>`
    select t.distributor_id as id, d.name, t.credited, t.points
    from (
      select distributor_id, sum(credited)::float8 as credited, sum(points)::float8 as points
      from distributor_day
      where day between ${from}::date and ${to}::date and distributor_id > 0 and credited > 0
      group by distributor_id order by 2 desc, distributor_id limit ${most}
    ) t join distributor d on d.distributor_id = t.distributor_id
    order by t.credited desc, t.distributor_id`.execute(tx)
  return rows
}
