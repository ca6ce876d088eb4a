import { expect, test } from 'vitest'
import { TABLE_RULES, type NumberKey } from '../../../../contract/platform/rule-definitions.ts'
import type { RuleChange } from '../../../../contract/platform/rules.ts'
import {
  baseOf,
  draftOf,
  fromAtOf,
  momentFault,
  numberOf,
  readDraft,
  typedFault,
} from './rule-draft.ts'

const numberRow = (rule: NumberKey, value: number) => ({ rule, value, setBy: null, planned: [] })

test('amounts are typed in rupees, numbers with or without commas', () => {
  expect(draftOf(numberRow('pointValuePaise', 150)).typed).toBe('1.50')
  expect(draftOf(numberRow('scansPerDay', 200)).typed).toBe('200')
  expect([
    numberOf('pointValuePaise', '1.5'),
    numberOf('redemptionDayLimitPaise', '50,000'),
    numberOf('scansPerDay', ' 1,000 '),
    numberOf('scansPerDay', '1.5'),
    numberOf('pointValuePaise', '1.005'),
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
  const draft = { ...draftOf(numberRow('scansPerDay', 1)), when: 'moment' as const }
  const whole = { ...draft, moment: '2026-11-20T18:00' }
  expect(fromAtOf(whole)).toBe('2026-11-20T12:30:00.000Z')
  expect(fromAtOf({ ...whole, when: 'approved' })).toBeNull()
  expect(momentFault({ ...draft, moment: '' })).toBe('Choose a day and a time.')
  expect(momentFault({ ...draft, moment: '2026-11-31T18:00' })).toBe('Choose a day and a time.')
  expect(momentFault(whole)).toBeNull()
})

test('a table is changed from what is planned last, at its moment', () => {
  const start = TABLE_RULES.holidays.start
  const row = { rule: 'holidays' as const, value: start, setBy: null, planned: [] }
  expect(draftOf(row)).toMatchObject({ table: start, when: 'approved' })
  const value = [{ day: '2026-12-25', name: 'Christmas' }]
  const change = { value, holdsFrom: '2026-12-01T03:30:00.000Z' } as RuleChange
  const planned = { ...row, planned: [change] }
  expect(baseOf(planned)).toEqual({ value, change })
  expect(draftOf(planned)).toMatchObject({
    table: value,
    when: 'moment',
    moment: '2026-12-01T09:00',
  })
  const wrong = { ...draftOf(row), table: [{ day: '2026-12-32', name: '' }] }
  expect(readDraft('holidays', wrong).faults).toEqual({
    'value.0.day': 'This day does not exist in the calendar.',
    'value.0.name': 'The name: a few words.',
  })
})
