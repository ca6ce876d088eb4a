import { z } from 'zod'
import type { Address, FullAddress } from '../../../contract/addresses.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Vault } from '../vault/vault.service.ts'

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

const sealContext = (redemptionId: string) => `redemption_address:${redemptionId}:sealed`

/** The parts of an address as they are kept: what was left empty is null. */
export function partsOf({ line2, landmark, ...address }: Address): FullAddress {
  return { ...address, line2: line2 || null, landmark: landmark || null }
}

export async function sealAddress(
  vault: Vault,
  redemptionId: string,
  address: FullAddress,
): Promise<Buffer> {
  return vault.seal(Buffer.from(canonicalJson(address)), sealContext(redemptionId))
}

export async function openAddress(
  vault: Vault,
  { redemptionId, sealed }: { redemptionId: string; sealed: Buffer },
): Promise<FullAddress> {
  const plain = await vault.open(sealed, sealContext(redemptionId))
  return kept.parse(JSON.parse(plain.toString('utf8')))
}
