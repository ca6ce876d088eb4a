import { describe, expect, test } from 'vitest'
import { gstinCheck } from '../../../../contract/india.ts'
import type { KycField } from '../../../../contract/people/kyc-states.ts'
import { checksOf, type CheckedField, type Subject } from './kyc-checks.ts'
import type { Values } from './kyc-fields.ts'

const subject: Subject = {
  name: 'Ramesh Kumar',
  latinName: null,
  kind: 'mason',
  state: 27,
  pan: { number: 'ABCPE1234F', name: 'Ramesh Kumar' },
  now: new Date('2026-11-20T10:00:00Z'),
}
const VALUES: Record<KycField, Values> = {
  pan: { number: 'ABCPE1234F', name: 'Ramesh Kumar' },
  aadhaar: { lastFour: '2346', reference: '234620261102101112123' },
  gstin: { number: gstinOf('27ABCPE1234F1Z') },
  bank: { account: '000123456789', ifsc: 'HDFC0001234', name: 'R Kumar' },
  upi: { address: 'ramesh@okbank' },
  shop_photo: {},
  selfie: {},
}

function gstinOf(first14: string): string {
  return `${first14}${gstinCheck(first14)}`
}

/** The checks of a field by their label. */
function looked(
  field: KycField,
  values: Values = VALUES[field],
  { of = {}, by = {} }: { of?: Partial<CheckedField>; by?: Partial<Subject> } = {},
) {
  const plain = { field, values, hasDocument: true, sameDocument: [], duplicates: [] }
  const checks = checksOf({ ...plain, ...of }, { ...subject, ...by })
  return Object.fromEntries(checks.map(({ label, state, detail }) => [label, [state, detail]]))
}

test.each<[KycField, string[]]>([
  ['pan', ['Format', 'Holder', 'Name and member', 'Document', 'Duplicates']],
  ['aadhaar', ['Reference']],
  ['gstin', ['Format', 'PAN inside', 'State', 'Document', 'Duplicates']],
  ['bank', ['Format', 'Name and member', 'Name and PAN', 'Document', 'Duplicates']],
  ['upi', ['Format', 'Duplicates']],
  ['shop_photo', ['Document']],
  ['selfie', ['Document']],
])('a clean %s is right in all of %j', (field, labels) => {
  const checks = looked(field)
  expect(Object.keys(checks)).toEqual(labels)
  for (const [state] of Object.values(checks)) expect(state).toBe('ok')
})

test.each<[KycField, Values]>([
  ['pan', { number: 'ABCPE0000F', name: 'Ramesh Kumar' }],
  ['gstin', { number: '27ABCPE1234F1Z0' }],
  ['bank', { account: '12345678', ifsc: 'HDFC0001234', name: 'Ramesh Kumar' }],
  ['bank', { account: '000123456789', ifsc: 'HDFC1001234', name: 'Ramesh Kumar' }],
  ['upi', { address: 'nobody' }],
])('%s %j has not its form', (field, values) => {
  expect(looked(field, values).Format?.[0]).toBe('wrong')
})

describe('who holds the PAN', () => {
  const company = { number: 'ABCCE1234F', name: 'Kumar Traders' }

  test('is a person, or for a retailer anybody', () => {
    expect(looked('pan', company).Holder).toEqual([
      'wrong',
      'The fourth letter, C, says: a company. A mason is a person.',
    ])
    expect(looked('pan', company, { by: { kind: 'retailer' } }).Holder?.[0]).toBe('ok')
  })

  test('and a company is not called as its owner', () => {
    expect(looked('pan', company)['Name and member']?.[0]).toBe('wrong')
    const ofRetailer = looked('pan', company, { by: { kind: 'retailer' } })
    expect(ofRetailer['Name and member']?.[0]).toBe('warn')
    const person = { number: 'ABCPE1234F', name: 'Asha Devi' }
    const other = looked('pan', person, { by: { kind: 'retailer' } })
    expect(other['Name and member']?.[0]).toBe('wrong')
  })
})

test('names are compared with the member and with the PAN', () => {
  const values = { ...VALUES.bank, name: 'Ramesh' }
  const checks = looked('bank', values, { by: { pan: { number: 'x', name: 'Asha Devi' } } })
  expect(checks['Name and member']).toEqual([
    'warn',
    '“Ramesh” and “Ramesh Kumar” of the member agree in part.',
  ])
  expect(checks['Name and PAN']).toEqual(['wrong', '“Ramesh” and “Asha Devi” of the PAN differ.'])
  expect(looked('bank', values, { by: { pan: null } })).not.toHaveProperty('Name and PAN')
})

describe('a name in another script', () => {
  const said = (by: { name: string; latinName?: string | null }) =>
    looked('pan', VALUES.pan, { by: { latinName: null, ...by } })['Name and member']

  test('is compared as it reads, and never told to be wrong', () => {
    expect(said({ name: 'रमेश कुमार' })).toEqual([
      'warn',
      'Other script: “Ramesh Kumar” and “रमेश कुमार” of the member agree, as “रमेश कुमार” reads “Ramesh Kumar”. Compare them by eye.',
    ])
    expect(said({ name: 'आशा देवी' })).toEqual([
      'warn',
      expect.stringContaining('seem to differ, as “आशा देवी” reads “Asha Devi”'),
    ])
  })

  test('is compared by its Latin spelling where staff wrote one down', () => {
    expect(said({ name: 'रमेश कुमार', latinName: 'Ramesh Kumar' })?.[0]).toBe('ok')
    expect(said({ name: 'रमेश कुमार', latinName: 'Asha Devi' })?.[0]).toBe('wrong')
    // Of a name in Latin letters the spelling says nothing.
    expect(said({ name: 'Ramesh Kumar', latinName: 'Asha Devi' })?.[0]).toBe('ok')
  })
})

test('the PAN inside a GSTIN is the PAN of the member', () => {
  const other = { number: gstinOf('27ABCPE9999F1Z') }
  expect(looked('gstin', other)['PAN inside']).toEqual([
    'wrong',
    'It holds ABCPE****F, which is not this member’s PAN.',
  ])
  expect(looked('gstin', other, { by: { pan: null } })['PAN inside']?.[0]).toBe('wrong')
})

test('a GSTIN of another state is worth a look', () => {
  expect(looked('gstin', { number: gstinOf('29ABCPE1234F1Z') }).State).toEqual([
    'warn',
    'Registered in Karnataka; the member is in Maharashtra.',
  ])
  // The number of Andhra Pradesh before it was divided.
  expect(looked('gstin', { number: gstinOf('28ABCPE1234F1Z') }).State).toEqual([
    'warn',
    'Registered in Andhra Pradesh; the member is in Maharashtra.',
  ])
})

test.each([
  ['234620261399101112123', 'wrong', 'Its date is no day of the calendar.'],
  ['234620261121101112123', 'wrong', 'It says 2026-11-21, which is still to come.'],
  ['234620261120101112123', 'ok', 'Verified offline on 2026-11-20.'],
])('the reference %s is %s', (reference, state, detail) => {
  const checks = looked('aadhaar', { lastFour: '2346', reference })
  expect(checks.Reference).toEqual([state, detail])
})

describe('documents', () => {
  test.each<[KycField, string]>([
    ['pan', 'wrong'],
    ['bank', 'wrong'],
    ['selfie', 'wrong'],
    ['shop_photo', 'wrong'],
    ['gstin', 'warn'],
  ])('%s without one is %s', (field, state) => {
    expect(looked(field, VALUES[field], { of: { hasDocument: false } }).Document?.[0]).toBe(state)
  })

  test('the very same file on another member is wrong', () => {
    const sameDocument = ['M1', 'M2', 'M3', 'M4', 'M5']
    expect(looked('selfie', {}, { of: { sameDocument } }).Document).toEqual([
      'wrong',
      'The very same file was sent by M1, M2, M3 and 2 more.',
    ])
  })
})

test('a value on other members is told with whose it is', () => {
  expect(looked('upi', VALUES.upi, { of: { duplicates: ['M1'] } }).Duplicates).toEqual([
    'warn',
    'M1 gave the same UPI address.',
  ])
})

test('no check tells a number in full', () => {
  const numbers = ['ABCPE1234F', '000123456789', 'ramesh@okbank', '27ABCPE1234F1Z']
  for (const field of ['pan', 'gstin', 'bank', 'upi', 'aadhaar'] as const) {
    const told = JSON.stringify(looked(field, VALUES[field], { by: { pan: null } }))
    for (const number of numbers) expect(told).not.toContain(number)
  }
})
