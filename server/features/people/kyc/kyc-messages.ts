import {
  KYC_FIELD_NAMES,
  type KycOutcome,
  type KycField,
} from '../../../../contract/people/kyc-states.ts'
import type { Language } from '../../../../contract/people/members.ts'
import { OTHER, type RefusalReason } from '../../../../contract/reasons.ts'
import { message, type Message } from '../../platform/messages/index.ts'

export type Refusal = { field: KycField; reason: RefusalReason; note?: string | undefined }
type Decided = {
  decision: KycOutcome
  refused: readonly Refusal[]
  /** Required fields that were not sent. */
  lacking?: readonly KycField[]
  note?: string | undefined
}

const FIELDS: Record<Language, Record<KycField, string>> = {
  en: KYC_FIELD_NAMES,
  hi: {
    pan: 'पैन',
    aadhaar: 'आधार',
    gstin: 'जीएसटीआईएन',
    bank: 'बैंक खाता',
    upi: 'यूपीआई पता',
    shop_photo: 'दुकान की तस्वीर',
    selfie: 'सेल्फ़ी',
  },
}

const SEND_TOO = { en: 'Send it as well.', hi: 'इसे भी भेजें।' }

/** What a member is told of a decision: each refused field with its reason. */
export function decisionMessage({ decision, refused, lacking = [], note }: Decided): Message {
  switch (decision) {
    case 'approve':
      return message('kyc_approved', {})
    case 'reject':
      return message('kyc_rejected', { note: note ?? '' })
    case 'revoke':
      return message('kyc_revoked', {})
    case 'resubmit':
      return message('kyc_resubmit', (language) => ({
        reasons: [
          ...refused.map(
            (refusal) => `${FIELDS[language][refusal.field]}: ${reasonWords(refusal, language)}`,
          ),
          ...lacking.map((field) => `${FIELDS[language][field]}: ${SEND_TOO[language]}`),
        ].join(' '),
      }))
  }
}

/** Why a field was refused; where the reason is `other`, the reviewer's own words. */
function reasonWords({ reason, note }: Refusal, language: Language): string {
  return reason.key === OTHER && note ? note : reason[language]
}
