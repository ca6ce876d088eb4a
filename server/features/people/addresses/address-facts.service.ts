import type { Address, AddressPlace, FullAddress } from '../../../../contract/people/addresses.ts'
import type { Context } from '../../../context.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import * as queries from './addresses.queries.ts'
import { openAddress, partsOf, sealAddress, type SealedAddress } from './sealed-address.ts'

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

/** Where a gift that is asked for is to go, sealed before the transaction of the request begins. */
export async function sealWanted(
  context: Pick<Context, 'db' | 'vault'>,
  memberId: number,
  { address }: Wanted,
): Promise<SealedAddress> {
  const parts = address ? partsOf(address) : await lastAddress(context.db, context, memberId)
  if (parts) return sealAddress(context.vault, parts)
  const message = 'No gift of this member went anywhere yet: enter the address.'
  throw new AppError('conflict', message, { fields: { lastAddress: message } })
}

/** Keeps where the gift of a new redemption goes. */
export async function keepAddress(tx: Tx, address: queries.NewAddress): Promise<void> {
  await queries.putAddress(tx, address)
}

/** Deletes where a member's gifts went; that they went stays. The caller has locked the member. */
export async function eraseAddresses(tx: Tx, memberId: number): Promise<void> {
  await queries.deleteAddressesOf(tx, memberId)
}
