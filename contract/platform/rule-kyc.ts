import { z } from 'zod'
import { KYC_FIELD_NAMES, KYC_FIELDS, kycField, type KycField } from '../people/kyc-states.ts'
import { MEMBER_KINDS, type MemberKind } from '../people/members.ts'
import type { TableRule } from './rule.ts'

const KIND_NAMES: Record<MemberKind, string> = {
  retailer: 'Retailers',
  contractor: 'Contractors',
  mason: 'Masons',
  painter: 'Painters',
}

const inOrder = (fields: readonly KycField[]) =>
  KYC_FIELDS.filter((field) => fields.includes(field))

/** What tax and payouts need of a kind of member; null where the fields have it. */
export function missingFloor(kind: MemberKind, fields: readonly KycField[]): string | null {
  if (fields.includes('gstin') && !fields.includes('pan')) {
    return 'A GSTIN holds a PAN, and the two must agree: require the PAN as well.'
  }
  if (kind === 'retailer' && !fields.includes('pan')) {
    return 'The PAN of a retailer cannot be left out: the tax of a business is deducted and filed under it.'
  }
  if (!fields.includes('aadhaar') && !fields.includes('pan')) {
    return 'Require Aadhaar or PAN: money is paid out only to a person who was identified.'
  }
  return null
}

const fieldsOf = (kind: MemberKind) =>
  z
    .array(kycField, { error: `Say which fields ${KIND_NAMES[kind].toLowerCase()} must send.` })
    .overwrite(inOrder)
    .check(({ value, issues }) => {
      const message = missingFloor(kind, value)
      if (message !== null) issues.push({ code: 'custom', input: value, message })
    })

const kycRequired = z.strictObject(
  {
    retailer: fieldsOf('retailer'),
    contractor: fieldsOf('contractor'),
    mason: fieldsOf('mason'),
    painter: fieldsOf('painter'),
  },
  { error: 'Say for each kind of member which fields must be sent.' },
)
export type KycRequired = z.output<typeof kycRequired>

const linesOf = (value: KycRequired) =>
  MEMBER_KINDS.map((kind) => ({
    key: kind,
    words: `${KIND_NAMES[kind]}: ${value[kind].map((field) => KYC_FIELD_NAMES[field]).join(', ')}`,
  }))

const PERSON: KycField[] = ['aadhaar', 'selfie']

const REQUIRED: TableRule<KycRequired> = {
  group: 'KYC',
  label: 'Required fields',
  kind: 'kyc',
  schema: kycRequired,
  start: {
    retailer: ['pan', 'aadhaar', 'gstin', 'shop_photo', 'selfie'],
    contractor: PERSON,
    mason: PERSON,
    painter: PERSON,
  },
  does: 'What a member must send before the KYC can be approved. A bank account or UPI address is always asked for, because payouts go there; a retailer’s PAN cannot be left out, nor Aadhaar and PAN together, because tax and payouts need them. Submissions that wait keep what was asked of them, and approved members stay approved.',
  says: (value) =>
    `${linesOf(value)
      .map(({ words }) => words)
      .join('; ')}.`,
  partsOf: linesOf,
  twoPeople: true,
  setting: null,
}

export const KYC_RULES = { kycRequired: REQUIRED }
