import { KYC_FIELD_NAMES, type KycOutcome, type KycField } from '../../../contract/kyc-states.ts'
import { OTHER, type RefusalReason } from '../../../contract/reasons.ts'

export type Refusal = { field: KycField; reason: RefusalReason; note?: string | undefined }
type Language = 'en' | 'hi'
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

const TEXTS: Record<Language, Record<KycOutcome, (told: string) => string>> = {
  en: {
    approve: () => 'Your KYC is approved. You can redeem your points.',
    resubmit: (told) => `Please send these KYC details again in the app. ${told}`,
    reject: (told) => `Your KYC was not accepted. ${told}`,
    revoke: () => 'Your KYC is no longer valid. Please send it again in the app.',
  },
  hi: {
    approve: () => 'आपका केवाईसी स्वीकृत हो गया है। आप अपने अंक भुना सकते हैं।',
    resubmit: (told) => `कृपया ये केवाईसी विवरण ऐप में दोबारा भेजें। ${told}`,
    reject: (told) => `आपका केवाईसी स्वीकार नहीं हुआ। ${told}`,
    revoke: () => 'आपका केवाईसी अब मान्य नहीं है। कृपया ऐप में दोबारा भेजें।',
  },
}

const SEND_TOO = { en: 'Send it as well.', hi: 'इसे भी भेजें।' }

/** What a member is told of a decision, in his language: each refused field with its reason. */
export function decisionMessage(
  { decision, refused, lacking = [], note }: Decided,
  language: Language,
): string {
  const reasons = refused.map((refusal) => {
    return `${FIELDS[language][refusal.field]}: ${reasonWords(refusal, language)}`
  })
  const wanted = lacking.map((field) => `${FIELDS[language][field]}: ${SEND_TOO[language]}`)
  const told = decision === 'reject' ? [note ?? ''] : [...reasons, ...wanted]
  return TEXTS[language][decision](told.join(' ')).trim()
}

/** Why a field was refused; where the reason is `other`, the reviewer's own words. */
function reasonWords({ reason, note }: Refusal, language: Language): string {
  return reason.key === OTHER && note ? note : reason[language]
}
