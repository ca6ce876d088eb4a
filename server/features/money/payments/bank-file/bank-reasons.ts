import type { FailureCode } from '../../../../../contract/money/payment-states.ts'

/** What banks write in the free text of their answers, most particular first. */
const WORDS: readonly (readonly [words: RegExp, code: FailureCode])[] = [
  [/\bifsc\b/i, 'invalid_ifsc_code'],
  [/\bnre\b/i, 'nre_bank_account'],
  [/\b(a\/?c|account)\b.*\bclosed\b|\bclosed (a\/?c|account)\b/i, 'bank_account_closed'],
  [/\bfrozen\b|\bfreeze\b|\bblocked (a\/?c|account)\b/i, 'bank_account_frozen'],
  [/\bdormant\b|\binoperative\b/i, 'bank_account_dormant'],
  [
    /\b(no such|invalid|incorrect|wrong) (beneficiary )?(a\/?c|account)\b|\b(a\/?c|account)\b.*\b(invalid|incorrect|does not exist|not found)\b/i,
    'bank_account_invalid',
  ],
]

/** The reason that a bank's sentence gives, where it says something of the account; else null. */
export const codeInWords = (text: string): FailureCode | null =>
  WORDS.find(([words]) => words.test(text))?.[1] ?? null
