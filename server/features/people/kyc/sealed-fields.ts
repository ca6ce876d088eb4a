import { z } from 'zod'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import type { Vault } from '../../platform/vault/index.ts'
import { identityOf, maskOf, type SentField, type Values } from './kyc-fields.ts'

const sealContext = (memberId: number, field: KycField) => `kyc_field:${memberId}:${field}`
const values = z.record(z.string(), z.string())

/** The digest by which a value is found again, on this member or another. */
export async function digestOf(vault: Vault, field: KycField, text: string): Promise<Buffer> {
  return vault.digest(`kyc_field:${field}`, text)
}

export type SealedField = Pick<SentField, 'field' | 'documentId'> & {
  sealed: Buffer | null
  digest: Buffer | null
  mask: string
}

/** A field as it is stored: its parts sealed for this row, its digest, its mask. */
export async function sealField(
  vault: Vault,
  memberId: number,
  { field, values, documentId }: SentField,
): Promise<SealedField> {
  const identity = identityOf(field, values)
  const isPicture = Object.keys(values).length === 0
  const plain = Buffer.from(canonicalJson(values))
  return {
    field,
    documentId,
    sealed: isPicture ? null : await vault.seal(plain, sealContext(memberId, field)),
    digest: identity === null ? null : await digestOf(vault, field, identity),
    mask: maskOf(field, values),
  }
}

/** The parts of a stored field; a picture has none. */
export async function openField(
  vault: Vault,
  memberId: number,
  { field, sealed }: { field: KycField; sealed: Buffer | null },
): Promise<Values> {
  if (!sealed) return {}
  const plain = await vault.open(sealed, sealContext(memberId, field))
  return values.parse(JSON.parse(plain.toString('utf8')))
}
