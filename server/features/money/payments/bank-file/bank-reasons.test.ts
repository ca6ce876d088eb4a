import { expect, test } from 'vitest'
import { codeInWords } from './bank-reasons.ts'

test.each([
  ['Account closed', 'bank_account_closed'],
  ['A/c …9012 is closed', 'bank_account_closed'],
  ['CLOSED ACCOUNT', 'bank_account_closed'],
  ['No such account', 'bank_account_invalid'],
  ['Beneficiary account does not exist', 'bank_account_invalid'],
  ['Account frozen by court order', 'bank_account_frozen'],
  ['Account inoperative', 'bank_account_dormant'],
  ['Invalid IFSC', 'invalid_ifsc_code'],
  ['NRE account', 'nre_bank_account'],
])('%s says %s', (text, code) => {
  expect(codeInWords(text)).toBe(code)
})

test.each(['Refused by the member', 'Bank closed for the day', 'Limit of the account reached', ''])(
  '%j says nothing against the account',
  (text) => {
    expect(codeInWords(text)).toBeNull()
  },
)
