import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/database.ts'

export type NewAddress = {
  redemptionId: string
  memberId: number
  addressId: string
  sealed: Buffer
  at: Date
  staffId: number | null
}

/** Puts the address of a gift, in the place of the one it had. */
export async function putAddress(
  tx: Tx,
  { redemptionId, memberId, addressId, sealed, at, staffId }: NewAddress,
): Promise<void> {
  const changed = { address_id: addressId, sealed, set_at: at, set_by: staffId }
  await tx
    .insertInto('redemption_address')
    .values({ redemption_id: redemptionId, member_id: memberId, ...changed })
    .onConflict((conflict) => conflict.column('redemption_id').doUpdateSet(changed))
    .execute()
}

/** The addresses of some gifts; one that has none is left out. */
export async function addressesOf(db: Db | Tx, redemptionIds: readonly string[]) {
  if (redemptionIds.length === 0) return []
  return db
    .selectFrom('redemption_address as a')
    .leftJoin('staff as s', 's.staff_id', 'a.set_by')
    .select([
      'a.redemption_id as redemptionId',
      'a.address_id as addressId',
      'a.sealed',
      'a.set_at as setAt',
      's.name as setBy',
    ])
    .where('a.redemption_id', '=', sql<string>`any(${redemptionIds}::bigint[])`)
    .execute()
}

/** Where the last gift of a member went. */
export async function lastAddressOf(db: Db | Tx, memberId: number) {
  return db
    .selectFrom('redemption_address')
    .select(['address_id as addressId', 'sealed'])
    .where('member_id', '=', memberId)
    .orderBy('set_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export async function deleteAddressesOf(tx: Tx, memberId: number): Promise<void> {
  await tx.deleteFrom('redemption_address').where('member_id', '=', memberId).execute()
}

export async function giftOf(db: Db, redemptionId: string) {
  return db
    .selectFrom('redemption')
    .select(['number', 'kind', 'state'])
    .where('redemption_id', '=', redemptionId)
    .executeTakeFirst()
}

export async function hasAddress(tx: Tx, redemptionId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('redemption_address')
    .select('address_id')
    .where('redemption_id', '=', redemptionId)
    .executeTakeFirst()
  return row !== undefined
}
