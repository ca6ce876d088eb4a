import type { Db, Tx } from '../../../db/database.ts'
import { invalidField } from '../../../lib/app-error.ts'

/**
 * Refuses, at the field, deactivated distributors that somebody newly names; those of `kept` stood there
 * before and may stay.
 */
export async function refuseLeft(
  db: Db | Tx,
  distributorIds: readonly number[],
  { field, kept = [] }: { field: string; kept?: readonly number[] },
): Promise<void> {
  const fresh = distributorIds.filter((id) => !kept.includes(id))
  const [left] = await leftOf(db, fresh)
  if (!left) return
  throw invalidField(field, `${left.name} (${left.code}) is deactivated: take it out.`)
}

/** Those of these distributors that are deactivated, by name. */
export async function leftOf(db: Db | Tx, distributorIds: readonly number[]) {
  if (distributorIds.length === 0) return []
  return db
    .selectFrom('distributor')
    .select(['distributor_id as distributorId', 'code', 'name'])
    .where('distributor_id', 'in', [...distributorIds])
    .where('left_at', 'is not', null)
    .orderBy('name')
    .execute()
}
