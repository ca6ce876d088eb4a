import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Address, FullAddress } from '../../../../contract/people/addresses.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import type { Vault } from '../../platform/vault/index.ts'

/** What was sealed: read as it was once accepted, whatever is asked of new ones since. */
const kept = z.object({
  recipient: z.string(),
  line1: z.string(),
  line2: z.string().nullable(),
  landmark: z.string().nullable(),
  pincode: z.string(),
  city: z.string(),
  state: z.number().int(),
  phone: z.string(),
})

const sealContext = (addressId: string) => `redemption_address:${addressId}:sealed`

/** The parts of an address as they are kept: what was left empty is null. */
export function partsOf({ line2, landmark, ...address }: Address): FullAddress {
  return { ...address, line2: line2 || null, landmark: landmark || null }
}

export type SealedAddress = { addressId: string; sealed: Buffer }

/**
 * Seals an address for a row of its own. Call it before the transaction begins: the vault may have to
 * ask the database for its key, and must not wait for a second connection while the first is held.
 */
export async function sealAddress(vault: Vault, address: FullAddress): Promise<SealedAddress> {
  const addressId = randomUUID()
  const plain = Buffer.from(canonicalJson(address))
  return { addressId, sealed: await vault.seal(plain, sealContext(addressId)) }
}

export async function openAddress(
  vault: Vault,
  { addressId, sealed }: SealedAddress,
): Promise<FullAddress> {
  const plain = await vault.open(sealed, sealContext(addressId))
  return kept.parse(JSON.parse(plain.toString('utf8')))
}
