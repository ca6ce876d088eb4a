import { describe, expect, test } from 'vitest'
import {
  KYC_DECISIONS,
  KYC_FIELDS,
  KYC_STATES,
  type FieldState,
  type KycField,
} from '../../../../contract/people/kyc-states.ts'
import { missingFields, nextKycState, openFields } from './kyc-machine.ts'

const ACTIONS = ['submit', ...KYC_DECISIONS] as const
/** Every step there is; each other pair of state and action is refused. */
const STEPS: Record<string, string> = {
  'none submit': 'pending',
  'resubmit submit': 'pending',
  'approved submit': 'pending',
  'rejected submit': 'pending',
  'pending approve': 'approved',
  'pending resubmit': 'resubmit',
  'pending reject': 'rejected',
}
const PAIRS = KYC_STATES.flatMap((state) => ACTIONS.map((action) => [state, action] as const))

test.each(PAIRS)('from %s by %s', (state, action) => {
  const to = STEPS[`${state} ${action}`]
  if (to) expect(nextKycState(state, action)).toBe(to)
  else expect(() => nextKycState(state, action)).toThrow(/^(This|Your) KYC (is|was) /)
})

test('while it is checked, whoever submits is told so', () => {
  expect(() => nextKycState('pending', 'submit')).toThrow('is being checked')
})

describe('what may be sent', () => {
  const fields = (states: Partial<Record<KycField, FieldState>>) =>
    new Map(Object.entries(states) as [KycField, FieldState][])
  const asked: KycField[] = ['aadhaar', 'selfie']

  test('everything the first time and after a rejection; required is what the rule asks for', () => {
    for (const state of ['none', 'rejected'] as const) {
      const some = fields({ pan: 'accepted' })
      expect(openFields({ state, asked, fields: some })).toEqual({
        open: [...KYC_FIELDS],
        required: ['aadhaar', 'selfie'],
      })
      const more: KycField[] = ['selfie', 'bank', 'pan']
      expect(openFields({ state, asked: more, fields: some }).required).toEqual([
        'pan',
        'bank',
        'selfie',
      ])
    }
  })

  test('nothing while it is checked, anything once approved', () => {
    const all = fields({ aadhaar: 'pending' })
    expect(openFields({ state: 'pending', asked, fields: all })).toEqual({ open: [], required: [] })
    expect(openFields({ state: 'approved', asked, fields: all })).toEqual({
      open: [...KYC_FIELDS],
      required: [],
    })
  })

  test('the refused ones when it was sent back', () => {
    const some = fields({ selfie: 'refused', aadhaar: 'refused', bank: 'accepted' })
    expect(openFields({ state: 'resubmit', asked, fields: some })).toEqual({
      open: ['aadhaar', 'selfie'],
      required: ['aadhaar', 'selfie'],
    })
  })

  test('what the kind of member must send and did not, when it was sent back', () => {
    const some = fields({ aadhaar: 'accepted', selfie: 'accepted', bank: 'refused' })
    const more: KycField[] = [...asked, 'pan']
    expect(openFields({ state: 'resubmit', asked: more, fields: some })).toEqual({
      open: ['pan', 'bank'],
      required: ['pan', 'bank'],
    })
    expect(missingFields({ asked: more, fields: some })).toEqual(['pan'])
  })

  test('a GSTIN may come with its PAN', () => {
    const some = fields({ pan: 'refused', gstin: 'accepted', bank: 'accepted' })
    expect(openFields({ state: 'resubmit', asked: [], fields: some })).toEqual({
      open: ['pan', 'gstin'],
      required: ['pan'],
    })
  })
})
