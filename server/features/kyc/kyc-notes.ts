import { invalidField } from '../../lib/app-error.ts'

const PAN = /(?<![A-Z0-9])[A-Z]{5}[\s-]?\d{4}[\s-]?[A-Z](?![A-Z0-9])/i
const GSTIN = /\d{2}[\s-]?[A-Z]{5}[\s-]?\d{4}[\s-]?[A-Z][\s-]?[1-9A-Z][\s-]?Z[\s-]?[0-9A-Z]/i
/** An account, an Aadhaar number, a mobile: nine digits and more. */
const LONG_NUMBER = /(?<!\d)(?:\d[\s-]?){9,}/
const PAYMENT_ADDRESS = /[\w.-]{2,}@[a-z]{2,}/i
const FORBIDDEN = [PAN, GSTIN, LONG_NUMBER, PAYMENT_ADDRESS]

/**
 * Refuses words of staff that hold what is sealed elsewhere: they go into the log and the audit
 * trail, which nobody can clean afterwards.
 */
export function refuseNumbers(field: string, words: string | undefined): void {
  if (words === undefined || !FORBIDDEN.some((form) => form.test(words))) return
  throw invalidField(
    field,
    'Leave the number out: no PAN, GSTIN, account, mobile or payment address is kept in a note.',
  )
}
