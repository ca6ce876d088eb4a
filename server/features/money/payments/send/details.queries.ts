import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/database.ts'
import { keepPlan } from '../../../../db/kept-plans.ts'

/** When the member was last asked for another account or address, and by whom. */
export type DetailsAsked = { at: Date; by: string }

/** Of each of some redemptions; one of which nobody was asked has no entry. */
export async function detailsAskedOf(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, DetailsAsked>> {
  if (redemptionIds.length === 0) return new Map()
  const { rows } = await sql<DetailsAsked & { redemptionId: string }>`
    ${keepPlan('details asked')}
    select distinct on (p.redemption_id) p.redemption_id as "redemptionId", e.at, s.name as "by"
    from payment p
    join payment_event e on e.payment_id = p.payment_id and e.action = 'ask_details'
    join staff s on s.staff_id = e.staff_id
    where p.redemption_id = any(${redemptionIds}::bigint[])
    order by p.redemption_id, e.event_id desc`.execute(db)
  return new Map(rows.map(({ redemptionId, at, by }) => [redemptionId, { at, by }]))
}
