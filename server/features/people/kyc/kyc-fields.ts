import { maskAccount, maskGstin, maskPan, maskUpi } from '../../../../contract/india.ts'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import type { KycSubmission } from '../../../../contract/people/kyc-submission.ts'

/** The parts of a field by their name, as they are sealed. Empty where a field is a picture only. */
export type Values = Readonly<Record<string, string>>

/** A field as the member sent it, without what is never kept. */
export type SentField = { field: KycField; values: Values; documentId: string | null }

/** `mask` is there where a part is shown to nobody without a reason. */
type Part = { name: string; label: string; mask?: (text: string) => string }

const dots = (text: string) => text.replace(/./g, '•')
const maskReference = (text: string) => `${text.slice(0, 4)}${dots(text.slice(4))}`

const PARTS: Record<KycField, readonly Part[]> = {
  pan: [
    { name: 'number', label: 'Number', mask: maskPan },
    { name: 'name', label: 'Name' },
  ],
  aadhaar: [
    { name: 'lastFour', label: 'Number', mask: (text) => `•••• •••• ${text}` },
    { name: 'reference', label: 'Reference', mask: maskReference },
  ],
  gstin: [{ name: 'number', label: 'Number', mask: maskGstin }],
  bank: [
    { name: 'account', label: 'Account', mask: maskAccount },
    { name: 'ifsc', label: 'IFSC' },
    { name: 'name', label: 'Name' },
  ],
  upi: [{ name: 'address', label: 'Address', mask: maskUpi }],
  shop_photo: [],
  selfie: [],
}

/**
 * What was sent, field by field. This is where the Aadhaar number ends: its last four digits go on,
 * and nothing after this has ever seen the rest.
 */
export function sentFields(sent: Omit<KycSubmission, 'idempotencyKey'>): SentField[] {
  const { pan, aadhaar, gstin, bank, upi, shop_photo, selfie } = sent
  const fields: SentField[] = []
  const add = (field: KycField, values: Values, documentId?: string) =>
    fields.push({ field, values, documentId: documentId ?? null })
  if (pan) add('pan', { number: pan.number, name: pan.name }, pan.documentId)
  if (aadhaar) {
    add('aadhaar', { lastFour: aadhaar.number.slice(-4), reference: aadhaar.reference })
  }
  if (gstin) add('gstin', { number: gstin.number }, gstin.documentId)
  if (bank) {
    const { account, ifsc, name, documentId } = bank
    add('bank', { account, ifsc, name }, documentId)
  }
  if (upi) add('upi', { address: upi.address })
  if (shop_photo) add('shop_photo', {}, shop_photo.documentId)
  if (selfie) add('selfie', {}, selfie.documentId)
  return fields
}

/**
 * What must not stand on two members, as text; null where a field has no such thing. An account is
 * its number at a bank: the four letters of the IFSC name the bank, the rest only a branch. The last
 * four digits of an Aadhaar number are nobody's alone.
 */
export function identityOf(field: KycField, values: Values): string | null {
  switch (field) {
    case 'pan':
    case 'gstin':
      return part(values, 'number')
    case 'bank':
      return `${part(values, 'ifsc').slice(0, 4)}:${part(values, 'account')}`
    case 'upi':
      return part(values, 'address')
    case 'aadhaar':
    case 'shop_photo':
    case 'selfie':
      return null
  }
}

/** What lists and messages show of a field. */
export function maskOf(field: KycField, values: Values): string {
  const [first] = PARTS[field]
  if (!first) return 'Picture'
  const text = part(values, first.name)
  return first.mask?.(text) ?? text
}

/** The parts of a field as a reviewer sees them. */
export function maskedParts(field: KycField, values: Values) {
  return PARTS[field].map(({ name, label, mask }) => {
    const text = part(values, name)
    return { label, mask: mask?.(text) ?? text, hidden: mask !== undefined }
  })
}

/** The parts of a field in full, for whoever gave a reason. */
export function openParts(field: KycField, values: Values) {
  return PARTS[field].map(({ name, label }) => ({
    label: name === 'lastFour' ? 'Last four digits' : label,
    value: part(values, name),
  }))
}

export function part(values: Values, name: string): string {
  const text = values[name]
  if (text === undefined) throw new Error(`A sealed KYC field has no ${name}.`)
  return text
}
