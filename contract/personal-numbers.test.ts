import { expect, test } from 'vitest'
import { personalNumbersIn, withoutPersonalNumbers } from './personal-numbers.ts'

test.each([
  ['Aadhaar 2341  2341  2346 ok', 'Aadhaar XXXX  XXXX  2346 ok'],
  ['2341/2341/2346', 'XXXX/XXXX/2346'],
  ['2341\u200B23412346', 'XXXX\u200BXXXX2346'],
  ['२३४१ २३४१ २३४६', 'XXXX XXXX २३४६'],
  ['２３４１２３４１２３４６', 'XXXXXXXX２３４６'],
  ['aadhaar234123412346', 'aadhaarXXXXXXXX2346'],
  ['2-3-4-1-2-3-4-1-2-3-4-6', 'X-X-X-X-X-X-X-X-2-3-4-6'],
  ['234 123 412 346', 'XXX XXX XX2 346'],
  ['ABCPE1234F', 'XXXXXX234F'],
  ['pan: abcpe 1234 f', 'pan: XXXXX X234 f'],
  ['ABCPE-1234-F', 'XXXXX-X234-F'],
  ['PANABCPE1234F', 'PANXXXXXX234F'],
  ['27ABCPE1234F1Z5', '27XXXXXX234F1Z5'],
  ['account 1234 5678 90123', 'account XXXX XXXX X0123'],
  ['a/c no. 123456789', 'a/c no. XXXXX6789'],
  ['खाता १२३४५६७८९०१', 'खाता XXXXXXX८९०१'],
  ['123456789012345', 'XXXXXXXXXXX2345'],
  ['4111 1111 1111 1111', 'XXXX XXXX XXXX 1111'],
  ['😀 123456789012345 and ABCPE1234F', '😀 XXXXXXXXXXX2345 and XXXXXX234F'],
])('%s is kept as %s', (text, masked) => {
  expect(withoutPersonalNumbers(text)).toBe(masked)
  expect(personalNumbersIn(masked)).toEqual([])
})

test.each([
  'UTR 412345678901',
  'ref no: 412345678901',
  'HDFCR52026112512345678',
  'call 98765 43210 or +91 9876543211',
  'helpline 18001234567, office 02223456789',
  '25/11/2026 07:33, from 10:15 to 11:45',
  'batch 1042 a, serials 1 to 17',
  'BATCH 1042 AND 1043',
  '1,00,000 points and 2,50,000 more',
  'R-2026-000123, 10RJK7M2QX4T9BHWD',
  'PIN 302001, Jaipur',
])('%s is left', (text) => {
  expect(withoutPersonalNumbers(text)).toBe(text)
})

test('a text of any length is judged in time that grows with it', () => {
  const text = '1 '.repeat(2_000) + '-'.repeat(2_000) + 'A'.repeat(2_000)
  const began = process.cpuUsage().user
  withoutPersonalNumbers(text)
  expect(process.cpuUsage(undefined).user - began).toBeLessThan(500_000)
})
