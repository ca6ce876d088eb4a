import { sql, type RawBuilder } from 'kysely'

/**
 * The points of a product (`alias`) on a day: those of the last approved change whose day has come,
 * else those it was added with. Of one day the change that was decided last holds.
 */
export function pointsOn(alias: string, day: string): RawBuilder<number> {
  const product = sql.ref(`${alias}.product_id`)
  return sql<number>`coalesce((select c.points from product_points c
    where c.product_id = ${product} and c.state = 'approved' and c.from_day <= ${day}::date
    order by c.from_day desc, c.decided_at desc, c.change_id desc limit 1),
    ${sql.ref(`${alias}.points`)})`
}
