import type { Db, Tx } from '../../../db/database.ts'

/** Whether the offer is there; it then cannot be deleted before the transaction ends. */
export async function holdOffer(tx: Tx, offerId: number): Promise<boolean> {
  const found = await tx
    .selectFrom('offer')
    .select('offer_id')
    .where('offer_id', '=', offerId)
    .forKeyShare()
    .executeTakeFirst()
  return found !== undefined
}

/** The English titles of offers; one that is not there is left out. */
export async function offerTitles(
  db: Db | Tx,
  offerIds: readonly number[],
): Promise<Map<number, string>> {
  if (offerIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('offer')
    .select(['offer_id as offerId', 'title_en as title'])
    .where('offer_id', 'in', offerIds)
    .execute()
  return new Map(rows.map(({ offerId, title }) => [offerId, title]))
}
