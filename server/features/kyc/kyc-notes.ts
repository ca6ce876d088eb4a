import { invalidField } from '../../lib/app-error.ts'

const PAN = /(?<![A-Z0-9])[A-Z]{5}[\s-]?\d{4}[\s-]?[A-Z](?![A-Z0-9])/i
/** An account, an Aadhaar number, a mobile: nine digits and more. */
const LONG_NUMBER = /(?<!\d)(?:\d[\s-]?){9,}/
const PAYMENT_ADDRESS = /[\w.-]{2,}@[a-z]{2,}/i

/**
 * Refuses words of staff that hold what is sealed elsewhere: they go into the log and the audit
 * trail, which nobody can clean afterwards.
 */
export function refuseNumbers(field: string, words: string | undefined): void {
  if (words === undefined) return
  if (!PAN.test(words) && !LONG_NUMBER.test(words) && !PAYMENT_ADDRESS.test(words)) return
  throw invalidField(
    field,
    'Leave the number out: no PAN, account, mobile or payment address is kept in a note.',
  )
}
