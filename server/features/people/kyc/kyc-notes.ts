import { personalNumbersIn } from '../../../../contract/personal-numbers.ts'
import { invalidField } from '../../../lib/app-error.ts'

/** An account, an Aadhaar number, a mobile: nine digits and more. */
const LONG_NUMBER = /(?<!\d)(?:\d[\s-]?){9,}/
const PAYMENT_ADDRESS = /[\w.-]{2,}@[a-z]{2,}/i

const holdsNumber = (words: string) =>
  personalNumbersIn(words).length > 0 || LONG_NUMBER.test(words) || PAYMENT_ADDRESS.test(words)

/**
 * Refuses words of staff that hold what is sealed elsewhere: they go into the log and the audit
 * trail, which nobody can clean afterwards.
 */
export function refuseNumbers(field: string, words: string | undefined): void {
  if (words === undefined || !holdsNumber(words)) return
  throw invalidField(
    field,
    'Leave the number out: no PAN, GSTIN, account, mobile or payment address is kept in a note.',
  )
}
