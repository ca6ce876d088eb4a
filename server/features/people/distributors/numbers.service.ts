import { panOfGstin } from '../../../../contract/india.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import type { Vault } from '../../platform/vault/index.ts'
import * as records from './distributor-onboarding.queries.ts'
import { misfitsWithRecord, type StoredNumber } from './identity-rules.ts'
import { numbersGiven, sealNumber, type IdentityField, type Texts } from './identity.ts'

type Masks = Partial<Record<IdentityField, string | null>>
type Change = Texts & { distributorId: number; state: number }

/**
 * Stores the numbers given of a distributor that is locked: what is left out stays, null takes it
 * away, a GSTIN brings the PAN inside it. Gives what changed as masks, or null. Refuses what does not
 * fit what stays.
 */
export async function changeNumbers(
  tx: Tx,
  vault: Vault,
  { distributorId, state, gstin, pan }: Change,
): Promise<{ before: Masks; after: Masks } | null> {
  const found = await records.numbersOf(tx, [distributorId])
  const known = found.get(distributorId) ?? { gstin: null, pan: null }
  const inside = gstin ? panOfGstin(gstin) : undefined
  const said = { gstin, pan: pan === null && inside ? inside : pan }
  const misfits = misfitsWithRecord({ state, ...(await numbersGiven(vault, said)) }, known)
  refuseFields(Object.fromEntries(misfits.map(({ field, message }) => [field, message])))
  const texts = { gstin, pan: said.pan === undefined ? inside : said.pan }
  const before: Masks = {}
  const after: Masks = {}
  for (const field of ['gstin', 'pan'] as const) {
    const place = { distributorId, field, known: known[field] }
    const mask = await replaceNumber(tx, vault, { ...place, text: texts[field] })
    if (mask === undefined) continue
    before[field] = known[field]?.masked ?? null
    after[field] = mask
  }
  return Object.keys(after).length > 0 ? { before, after } : null
}

/** Gives the mask of what is there then, null for nothing; undefined where all stays as it is. */
async function replaceNumber(
  tx: Tx,
  vault: Vault,
  place: {
    distributorId: number
    field: IdentityField
    known: StoredNumber | null
    text: string | null | undefined
  },
): Promise<string | null | undefined> {
  const { distributorId, field, known, text } = place
  if (text === undefined || (text === null && known === null)) return undefined
  if (text === null) {
    await records.removeNumber(tx, { distributorId, field })
    return null
  }
  const sealed = await sealNumber(vault, { distributorId, field, text })
  if (known?.digest.equals(sealed.digest)) return undefined
  await records.storeNumbers(tx, [sealed])
  return sealed.masked
}

/** Refuses each of these fields with its words; nothing where there is none. */
export function refuseFields(fields: Readonly<Record<string, string>>): void {
  const words = Object.values(fields)
  if (words.length > 0) throw new AppError('invalid', words.join(' '), { fields: { ...fields } })
}
