import type { Address, AddressPlace, FullAddress } from '../../../contract/addresses.ts'
import type { Context } from '../../context.ts'
import type { Db, Tx } from '../../db/database.ts'
import { AppError } from '../../lib/app-error.ts'
import * as queries from './addresses.queries.ts'
import { openAddress, partsOf, sealAddress } from './sealed-address.ts'

// Imports nothing of redemptions, which ask here where their gifts go.

export type KeptAddress = { address: FullAddress; setAt: Date; setBy: string | null }

/** The addresses of some gifts in full; one that nobody has given has no entry. */
export async function addressesOf(
  db: Db | Tx,
  { vault }: Pick<Context, 'vault'>,
  redemptionIds: readonly string[],
): Promise<Map<string, KeptAddress>> {
  const rows = await queries.addressesOf(db, redemptionIds)
  const opened = rows.map(async ({ setAt, setBy, ...row }): Promise<[string, KeptAddress]> => {
    return [row.redemptionId, { address: await openAddress(vault, row), setAt, setBy }]
  })
  return new Map(await Promise.all(opened))
}

/** Whether anybody has given the address of a gift. */
export async function hasAddress(db: Db | Tx, redemptionId: string): Promise<boolean> {
  return (await queries.addressesOf(db, [redemptionId])).length > 0
}

/** What those may see who do not dispatch. */
export const placeOf = ({ city, state, pincode }: FullAddress): AddressPlace => ({
  city,
  state,
  pincode,
})

/** Where the last gift of a member went, in full; null before the first. */
export async function lastAddress(
  db: Db | Tx,
  { vault }: Pick<Context, 'vault'>,
  memberId: number,
): Promise<FullAddress | null> {
  const row = await queries.lastAddressOf(db, memberId)
  return row ? openAddress(vault, row) : null
}

type Wanted = { address?: Address | undefined; lastAddress?: boolean | undefined }

/** Freezes where the gift of a new redemption goes; the caller holds the member's lock. */
export async function keepAddress(
  tx: Tx,
  { vault }: Pick<Context, 'vault'>,
  {
    wanted,
    ...row
  }: { wanted: Wanted; redemptionId: string; memberId: number; at: Date; staffId: number | null },
): Promise<void> {
  const { address } = wanted
  const parts = address ? partsOf(address) : await lastAddress(tx, { vault }, row.memberId)
  if (!parts) {
    const message = 'No gift of this member went anywhere yet: enter the address.'
    throw new AppError('conflict', message, { fields: { lastAddress: message } })
  }
  const sealed = await sealAddress(vault, row.redemptionId, parts)
  await queries.putAddress(tx, { ...row, sealed })
}

/** Deletes where a member's gifts went; that they went stays. The caller has locked the member. */
export async function eraseAddresses(tx: Tx, memberId: number): Promise<void> {
  await queries.deleteAddressesOf(tx, memberId)
}
