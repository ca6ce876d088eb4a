import { stateName } from '../../../../contract/india.ts'
import { plainWords } from '../../../../contract/trail.ts'
import { changeWords, fieldsOf, type FieldWords } from '../../../lib/change-words.ts'
import type { AuditedEvent } from '../../platform/audit/index.ts'

export const FIRM_WORDS: FieldWords = {
  labels: {
    code: 'Code',
    name: 'Name',
    state: 'State',
    city: 'City',
    territory: 'Territory',
    contactName: 'Contact person',
    mobile: 'Mobile',
    email: 'E-mail',
    address: 'Address',
    pincode: 'PIN code',
    gstin: 'GSTIN',
    pan: 'PAN',
  },
  show: (name, value) => (name === 'state' ? stateName(Number(value)) : String(value)),
}
const WORDS: Readonly<Record<string, string>> = {
  'distributor.created': 'Onboarded',
  'distributor.deactivated': 'Deactivated',
  'distributor.reactivated': 'Reactivated',
}

/** An event of the audit trail as the page of a distributor tells it. */
export function wordsOf({ action, before, after, made }: AuditedEvent): string {
  switch (action) {
    case 'distributors.onboarded':
      return made ? 'Onboarded by file' : 'Changed by file'
    case 'distributor.changed':
      return changeWords(FIRM_WORDS, before, after)
    case 'distributor.revealed':
      return `${fieldsOf(after).field === 'pan' ? 'PAN' : 'GSTIN'} shown in full`
    default:
      return WORDS[action] ?? plainWords(action)
  }
}
