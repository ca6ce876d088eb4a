import { CODE_LENGTH, parseCode } from '../../../../contract/programme/code.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { isId } from '../../../lib/ids.ts'
import { codeKey } from '../batches/index.ts'
import { readMemberWords, type MemberWords } from '../../people/members/index.ts'

export type ScanWords = { scanId: string } | { codeKey: string } | MemberWords

/** Ids of this product's time have more digits than any phone number. */
const SCAN_ID = /^\d{15,}$/

/**
 * What a search for scans says: a scan id, a coupon code, a mobile or a member code. Throws a
 * refusal of the field `q` when it is none of them.
 */
export function readScanWords(text: string): ScanWords {
  if (SCAN_ID.test(text) && isId(text)) return { scanId: text }
  const code = parseCode(text)
  if (code) return { codeKey: codeKey(code.batchId, code.code) }
  const member = readMemberWords(text)
  if (member) return member
  const letters = text.replace(/[\s-]/g, '')
  throw invalidField(
    'q',
    letters.length === CODE_LENGTH
      ? 'This coupon code has a mistake: one of its letters was read or typed wrongly.'
      : 'Search by mobile number, member code, coupon code or scan id.',
  )
}
