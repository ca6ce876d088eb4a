import { dictionary } from '@zxcvbn-ts/language-common'

const MOST_COMMON = 10_000
const common = new Set(dictionary['passwords-common'].slice(0, MOST_COMMON).map(String))

/** Whether a password is among the 10,000 that are tried first. */
export function isCommonPassword(password: string): boolean {
  return common.has(password.toLowerCase())
}
