import { KYC_FIELD_NAMES, type KycField } from '../../../../contract/people/kyc-states.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { equalBytes } from '../../../lib/crypto.ts'
import { startsOver, nextKycState, openFields } from './kyc-machine.ts'

type KycProgress = Parameters<typeof openFields>[0]

const NEEDED: Record<KycField, string> = {
  aadhaar: 'Send the Aadhaar number and the reference of its verification.',
  selfie: 'Send a selfie.',
  pan: 'Send your PAN.',
  gstin: 'Send the GSTIN of your shop.',
  shop_photo: 'Send a picture of your shop.',
  bank: 'Send your bank account.',
  upi: 'Send your UPI address.',
}

/**
 * Refuses a submission that may not come now (409) or is not whole (400, each field with its words).
 * The first time and after a rejection everything is sent; when it was sent back, the refused fields
 * and no others; once approved, whatever changed.
 */
export function checkSubmission(progress: KycProgress, sent: readonly KycField[]): void {
  nextKycState(progress.state, 'submit')
  const { open, required } = openFields(progress)
  refuseAll(
    'conflict',
    sent
      .filter((field) => !open.includes(field))
      .map((field) => [
        field,
        `${KYC_FIELD_NAMES[field]} is not asked for now: send only what was refused.`,
      ]),
  )
  const missing = required
    .filter((field) => !sent.includes(field))
    .map((field): [string, string] => [field, missingWords(progress, field)])
  const places = [...sent, ...required]
  if (startsOver(progress.state) && !places.includes('bank') && !places.includes('upi')) {
    missing.push(['bank', 'Send a bank account or a UPI address: your money goes there.'])
  }
  refuseAll('invalid', missing)
  if (sent.length === 0) throw new AppError('invalid', 'Send at least one field.')
}

function missingWords({ fields, state }: KycProgress, field: KycField): string {
  const isRefused = state === 'resubmit' && fields.get(field) === 'refused'
  return isRefused ? `${KYC_FIELD_NAMES[field]} was refused: send it again.` : NEEDED[field]
}

function refuseAll(code: 'conflict' | 'invalid', wrong: [string, string][]): void {
  const [first] = wrong
  if (first) throw new AppError(code, first[1], { fields: Object.fromEntries(wrong) })
}

/** Digests of PANs, as they will stand after the submission. */
export type Pans = {
  sent: readonly KycField[]
  /** Of the member's PAN; null where there is none. */
  own: Buffer | null
  /** Of the PAN inside the member's GSTIN; null where there is no GSTIN. */
  inGstin: Buffer | null
}

/** Refuses a GSTIN whose PAN is not the member's, whichever of the two was sent. */
export function checkPanOfGstin({ sent, own, inGstin }: Pans): void {
  if (!inGstin) return
  if (!own) throw invalidField('pan', 'A GSTIN needs your PAN: send it as well.')
  if (equalBytes(own, inGstin)) return
  if (sent.includes('gstin')) {
    throw invalidField(
      'gstin.number',
      'The PAN inside this GSTIN (characters 3 to 12) is not your PAN: check both.',
    )
  }
  throw invalidField(
    'pan.number',
    'Your GSTIN holds another PAN: check it, or send the GSTIN of this PAN as well.',
  )
}
