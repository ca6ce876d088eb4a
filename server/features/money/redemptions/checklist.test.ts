import { describe, expect, test } from 'vitest'
import type { CheckLine } from '../../../../contract/money/redemption-states.ts'
import { checklistOf, verdictOf, type Facts } from './checklist.ts'

const rule = {
  section: 'Section 393',
  form: 'Form 140',
  paymentCode: null,
  thresholdPaise: 2_000_000,
  rateBps: 1000,
  rateNoPanBps: 2000,
}
const noTax = { taxPaise: 0, basePaise: 0, rateBps: 0, totalPaise: 50_000, words: 'No tax.' }
/** Everything as it should be. */
const GOOD: Facts = {
  kind: 'bank',
  points: 500,
  amountPaise: 50_000,
  requestedAt: new Date('2026-11-19T18:30:00Z'),
  member: { status: 'active', blockedReason: null },
  consent: true,
  kyc: { state: 'approved', since: new Date('2026-11-03T06:00:00Z') },
  destination: { state: 'accepted', unchanged: true },
  lastFailure: null,
  destinationFault: null,
  pan: 'accepted',
  sharing: { destination: [], pan: [] },
  dayPaise: 50_000,
  dayLimitPaise: 5_000_000,
  heldPoints: 500,
  gift: null,
  rule,
  tax: noTax,
}
const lineOf = (key: CheckLine['key'], changed: Partial<Facts>) =>
  checklistOf({ ...GOOD, ...changed }).find((line) => line.key === key)

test('with everything in order each line is ok and says why', () => {
  const lines = checklistOf(GOOD)
  expect(lines.map(({ label, state, reason }) => [label, state, reason])).toEqual([
    ['Member', 'ok', 'The member is active.'],
    ['KYC', 'ok', 'Approved on 3 Nov 2026.'],
    ['Bank account', 'ok', 'Verified, and the same as at the request.'],
    ['PAN', 'ok', 'Verified.'],
    ['Duplicates', 'ok', 'No other member has the same details.'],
    ['Day limit', 'ok', '₹500.00 of ₹50,000.00 asked for on 20 Nov 2026.'],
    ['Points', 'ok', '500 are held for it.'],
    ['Tax', 'ok', 'No tax.'],
  ])
  expect(verdictOf(lines)).toBe('green')
})

test('a gift needs no destination and has its stock', () => {
  const changed = { kind: 'gift', gift: { name: 'Trowel', quantity: 2, hasAddress: true } } as const
  const lines = checklistOf({
    ...GOOD,
    ...changed,
    destination: { state: 'missing', unchanged: false },
  })
  expect(lines.map(({ key }) => key)).not.toContain('destination')
  expect(lineOf('stock', changed)?.reason).toBe('2 × Trowel set aside for it.')
  expect(lineOf('address', changed)?.state).toBe('ok')
  const nowhere = { ...changed, gift: { ...changed.gift, hasAddress: false } }
  expect(lineOf('address', nowhere)).toMatchObject({
    state: 'stop',
    reason: 'There is none yet: add it first.',
  })
  expect(verdictOf(lines)).toBe('green')
  const shared = { ...changed, sharing: { destination: ['HIL1'], pan: [] } }
  expect(lineOf('duplicates', shared)?.state).toBe('ok')
})

describe('the last payment', () => {
  const at = new Date('2026-11-03T06:00:00Z')
  test.each<[string, Partial<Facts>, CheckLine['state'], string]>([
    [
      'called the address wrong',
      { kind: 'upi', destinationFault: { code: 'beneficiary_vpa_invalid', at } },
      'stop',
      'There is no such UPI address. (3 Nov 2026) No payment goes to this UPI address again: ask the member for another one.',
    ],
    [
      'met a frozen account',
      { destinationFault: { code: 'bank_account_frozen', at } },
      'stop',
      'The bank account is frozen. (3 Nov 2026) The member must give the bank account again, or another one.',
    ],
    [
      'failed there for another cause',
      { lastFailure: { code: 'gateway_timeout', at, sameDestination: true } },
      'warn',
      'The bank network did not answer in time. (3 Nov 2026) It can be paid again as it is.',
    ],
    [
      'went elsewhere',
      { lastFailure: { code: 'bank_account_closed', at, sameDestination: false } },
      'ok',
      'The bank account is closed. (3 Nov 2026) The member has given the bank account again since.',
    ],
    [
      'met an account that was given again since',
      { lastFailure: { code: 'bank_account_frozen', at, sameDestination: true } },
      'ok',
      'The bank account is frozen. (3 Nov 2026) The member has given the bank account again since.',
    ],
  ])('that %s says so', (_, changed, state, reason) => {
    expect(lineOf('last_payment', changed)).toMatchObject({ label: 'Last payment', state, reason })
  })

  test('takes back what is said of the destination', () => {
    const destinationFault = { code: 'bank_account_closed', at } as const
    expect(lineOf('destination', { destinationFault })).toMatchObject({
      state: 'warn',
      reason: 'KYC accepted it, but a payment to it failed.',
    })
  })

  test('is no line where nothing failed', () => {
    expect(lineOf('last_payment', {})).toBeUndefined()
  })
})

const since = new Date('2026-11-03T06:00:00Z')
const codes = ['HIL1', 'HIL2', 'HIL3', 'HIL4', 'HIL5', 'HIL6']
const shorted = { ...noTax, taxPaise: 49_901, words: 'Much tax.' }

describe('what is not in order stops or warns, with the reason', () => {
  test.each<[CheckLine['key'], Partial<Facts>, CheckLine['state'], string]>([
    [
      'member',
      { member: { status: 'blocked', blockedReason: null } },
      'stop',
      'The member is blocked.',
    ],
    [
      'member',
      { member: { status: 'blocked', blockedReason: 'Two accounts' } },
      'stop',
      'The member is blocked: Two accounts',
    ],
    [
      'member',
      { member: { status: 'erased', blockedReason: null } },
      'stop',
      "The member's personal data was erased.",
    ],
    ['member', { consent: false }, 'stop', 'The member withdrew the consent to keep KYC details.'],
    [
      'kyc',
      { kyc: { state: 'none', since: null } },
      'stop',
      'Nothing was submitted: it must be approved first.',
    ],
    [
      'kyc',
      { kyc: { state: 'pending', since } },
      'stop',
      'It waits for its review since 3 Nov 2026: it must be approved first.',
    ],
    [
      'kyc',
      { kyc: { state: 'resubmit', since } },
      'stop',
      'Some of it was refused on 3 Nov 2026 and waits for the member.',
    ],
    ['kyc', { kyc: { state: 'rejected', since } }, 'stop', 'It was rejected on 3 Nov 2026.'],
    [
      'destination',
      { destination: { state: 'pending', unchanged: true } },
      'stop',
      'It was sent again and waits for its review.',
    ],
    [
      'destination',
      { destination: { state: 'refused', unchanged: true } },
      'stop',
      'It was refused in the KYC review.',
    ],
    [
      'destination',
      { destination: { state: 'missing', unchanged: false } },
      'stop',
      'It is no longer there.',
    ],
    [
      'destination',
      { destination: { state: 'accepted', unchanged: false } },
      'stop',
      'It is another one than at the request.',
    ],
    [
      'pan',
      { pan: 'missing' },
      'warn',
      'There is no PAN: where tax is due, it is 20 % instead of 10 %.',
    ],
    [
      'pan',
      { pan: 'pending' },
      'warn',
      'The PAN waits for its review: where tax is due, it is 20 % instead of 10 %.',
    ],
    [
      'pan',
      { pan: 'refused', rule: null },
      'warn',
      'The PAN was refused: where tax is due, it is higher.',
    ],
    [
      'duplicates',
      { sharing: { destination: ['HIL7'], pan: [] } },
      'warn',
      'The same bank account is given by HIL7. Approving it wants a reason.',
    ],
    [
      'duplicates',
      { kind: 'upi', sharing: { destination: ['HIL7'], pan: codes } },
      'warn',
      'The same UPI address is given by HIL7. The same PAN is given by HIL1, HIL2, HIL3, HIL4, HIL5 and others. Approving it wants a reason.',
    ],
    [
      'limits',
      { dayPaise: 5_000_001 },
      'stop',
      '₹50,000.01 asked for on 20 Nov 2026, and at most ₹50,000.00 may be.',
    ],
    [
      'points',
      { heldPoints: 499 },
      'stop',
      'The ledger holds 499 for it and should hold 500: ask an engineer.',
    ],
    [
      'tax',
      { tax: shorted },
      'stop',
      'Much tax. Of ₹500.00 nothing would be left to pay: the member must redeem more at once.',
    ],
  ])('%s %j', (key, changed, state, reason) => {
    expect(lineOf(key, changed)).toMatchObject({ state, reason })
    expect(verdictOf(checklistOf({ ...GOOD, ...changed }))).toBe(state === 'stop' ? 'red' : 'amber')
  })

  test('a rupee that is left can be paid, and a gift bears its tax on top', () => {
    expect(lineOf('tax', { tax: { ...shorted, taxPaise: 49_900 } })?.state).toBe('ok')
    expect(lineOf('tax', { kind: 'gift', tax: shorted })?.state).toBe('ok')
  })
})
