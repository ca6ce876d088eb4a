import { maskGstin, maskPan, panOfGstin } from '../../../../contract/india.ts'
import type { Vault } from '../../platform/vault/index.ts'
import type { GivenNumbers, StoredNumber } from './identity-rules.ts'

export type IdentityField = 'gstin' | 'pan'
export type SealedNumber = StoredNumber & {
  distributorId: number
  field: IdentityField
  sealed: Buffer
}

const MASKS: Record<IdentityField, (text: string) => string> = { gstin: maskGstin, pan: maskPan }
const sealContext = (distributorId: number, field: IdentityField) =>
  `distributor_identity:${distributorId}:${field}`

/** A number as it is compared and shown. */
export async function numberOf(
  vault: Vault,
  field: IdentityField,
  text: string,
): Promise<StoredNumber> {
  const digest = await vault.digest(`distributor:${field}`, text)
  return { masked: MASKS[field](text), digest }
}

export type Texts = { gstin?: string | null | undefined; pan?: string | null | undefined }

/** Both numbers as they are compared; what is left out or null stays so. */
export async function numbersGiven(
  vault: Vault,
  { gstin, pan }: Texts,
): Promise<Pick<GivenNumbers, 'gstin' | 'pan'>> {
  return {
    gstin:
      gstin == null
        ? gstin
        : {
            ...(await numberOf(vault, 'gstin', gstin)),
            pan: await numberOf(vault, 'pan', panOfGstin(gstin)),
          },
    pan: pan == null ? pan : await numberOf(vault, 'pan', pan),
  }
}

/** A number as it is stored: sealed for this distributor. */
export async function sealNumber(
  vault: Vault,
  { distributorId, field, text }: { distributorId: number; field: IdentityField; text: string },
): Promise<SealedNumber> {
  const sealed = await vault.seal(Buffer.from(text), sealContext(distributorId, field))
  return { distributorId, field, sealed, ...(await numberOf(vault, field, text)) }
}

export async function openNumber(
  vault: Vault,
  { distributorId, field, sealed }: Pick<SealedNumber, 'distributorId' | 'field' | 'sealed'>,
): Promise<string> {
  const plain = await vault.open(sealed, sealContext(distributorId, field))
  return plain.toString('utf8')
}
