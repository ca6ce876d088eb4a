import { expect, test } from 'vitest'
import type { CheckLine } from '../money/redemption-states.ts'
import { againInFull, againInWords, payableInWords, type Again } from './verdict-words.ts'

const line = (key: CheckLine['key'], state: CheckLine['state']): CheckLine => ({
  key,
  label: key === 'kyc' ? 'KYC' : 'Last payment',
  state,
  reason: 'So it is.',
})
const GOOD: Again = {
  alerts: 0,
  verdict: 'green',
  problems: [],
  mayReinitiate: true,
  whyNot: null,
  detailsAsked: null,
  failure: { code: 'gateway_timeout', words: 'No answer.', class: 'again' },
}
const failed = (kind: 'again' | 'wait' | 'fix'): Partial<Again> => ({
  verdict: 'amber',
  problems: [line('last_payment', 'warn')],
  failure: { code: 'other', words: 'It failed.', class: kind },
})
const wrong: Partial<Again> = {
  verdict: 'red',
  problems: [line('last_payment', 'stop')],
  mayReinitiate: false,
  whyNot: 'It cannot be paid. Last payment: So it is.',
}
const notMine = { mayReinitiate: false, whyNot: 'Your role does not re-initiate payments.' }

test.each<[string, Partial<Again>, string]>([
  ['Yes', {}, 'Yes.'],
  ['Yes, as it is', failed('again'), 'Yes, as it is. Last payment: So it is.'],
  ['Yes, but later', failed('wait'), 'Yes, but later. Last payment: So it is.'],
  ['Yes, look first', failed('fix'), 'Yes, look first. Last payment: So it is.'],
  [
    'Yes, as it is; not by you',
    { ...failed('again'), ...notMine },
    'Yes, as it is; not by you. Last payment: So it is. Your role does not re-initiate payments.',
  ],
  ['No: needs new details', wrong, 'No: needs new details. Last payment: So it is.'],
  [
    'No: new details asked for',
    { ...wrong, detailsAsked: { at: '2026-11-24T00:00:00Z', by: 'Asha' } },
    'No: new details asked for. Last payment: So it is.',
  ],
  ['No: KYC', { ...wrong, problems: [line('kyc', 'stop')] }, 'No: KYC. KYC: So it is.'],
  ['2 findings', { alerts: 2 }, '2 findings'],
])('a row says %j', (words, changed, full) => {
  const row = { ...GOOD, ...changed }
  expect([againInWords(row), againInFull(row)]).toEqual([words, full])
})

test('what can be paid but not by the caller says so', () => {
  expect(payableInWords({ verdict: 'green', mayApprove: true })).toBe('Can be paid')
  expect(payableInWords({ verdict: 'green', mayApprove: false })).toBe('Can be paid, not by you')
  expect(payableInWords({ verdict: 'red', mayApprove: false })).toBe('Cannot be paid')
  expect(payableInWords({ verdict: null, mayApprove: false })).toBeNull()
})
