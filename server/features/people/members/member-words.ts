import { mobile } from '../../../../contract/india.ts'

export type MemberWords = { mobile: string } | { code: string }

/** Letters, then digits: the form of every member code. */
const CODE = /^[A-Z]{1,6}-?\d{3,12}$/

/** What a search for a member says: a mobile as people write it, or a member code. Null when neither. */
export function readMemberWords(text: string): MemberWords | null {
  const asMobile = mobile.safeParse(text)
  if (asMobile.success) return { mobile: asMobile.data }
  const code = text.trim().toUpperCase()
  return CODE.test(code) ? { code } : null
}
