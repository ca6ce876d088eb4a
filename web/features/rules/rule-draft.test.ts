import { expect, test } from 'vitest'
import { draftOf, fromAtOf, momentFault, typedFault, valueOf } from './rule-draft.ts'

test('amounts are typed in rupees, numbers with or without commas', () => {
  expect(draftOf('pointValuePaise', 150).typed).toBe('1.50')
  expect(draftOf('scansPerDay', 200).typed).toBe('200')
  expect([
    valueOf('pointValuePaise', '1.5'),
    valueOf('redemptionDayLimitPaise', '50,000'),
    valueOf('scansPerDay', ' 1,000 '),
    valueOf('scansPerDay', '1.5'),
    valueOf('pointValuePaise', '1.005'),
  ]).toEqual([150, 5_000_000, 1000, null, null])
})

test.each([
  ['scansPerDay', '', 'Enter the new value.'],
  ['scansPerDay', 'ten', 'Write a whole number.'],
  ['scansPerDay', '0', 'From 1 to 10,00,000.'],
  ['scansPerDay', '10', null],
  ['pointValuePaise', 'ten', 'Write an amount with at most two decimals, such as 2.50.'],
  ['pointValuePaise', '0', 'From ₹0.01 to ₹1,000.00.'],
] as const)('%s as “%s”: %s', (rule, typed, fault) => {
  expect(typedFault(rule, typed)).toBe(fault)
})

test('a moment is in India; without one it holds with the approval', () => {
  const draft = { ...draftOf('scansPerDay', 1), when: 'moment' as const }
  const whole = { ...draft, moment: '2026-11-20T18:00' }
  expect(fromAtOf(whole)).toBe('2026-11-20T12:30:00.000Z')
  expect(fromAtOf({ ...whole, when: 'approved' })).toBeNull()
  expect(momentFault({ ...draft, moment: '' })).toBe('Choose a day and a time.')
  expect(momentFault({ ...draft, moment: '2026-11-31T18:00' })).toBe('Choose a day and a time.')
  expect(momentFault(whole)).toBeNull()
})
