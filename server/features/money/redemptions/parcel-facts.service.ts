import type { MyRedemption } from '../../../../contract/money/redemptions.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { lastParcels } from './parcel-facts.queries.ts'

// Imports nothing of redemptions, which ask here where their gifts are.

/** The last parcel of each of some redemptions, as their members see it; one without any has no entry. */
export async function parcelsOf(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, MyRedemption['parcel']>> {
  const rows = await lastParcels(db, redemptionIds)
  return new Map(
    rows.map(({ redemptionId, dispatchedAt, deliveredAt, returnedAt, ...parcel }) => [
      redemptionId,
      { ...parcel, at: (deliveredAt ?? returnedAt ?? dispatchedAt).toISOString() },
    ]),
  )
}
