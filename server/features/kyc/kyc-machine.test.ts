import { describe, expect, test } from 'vitest'
import {
  KYC_DECISIONS,
  KYC_FIELDS,
  KYC_STATES,
  type FieldState,
  type KycField,
} from '../../../contract/kyc-states.ts'
import { nextKycState, openFields } from './kyc-machine.ts'

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
  const kind = 'mason'

  test('everything the first time and after a rejection; a retailer needs more', () => {
    for (const state of ['none', 'rejected'] as const) {
      const some = fields({ pan: 'accepted' })
      expect(openFields({ state, kind, fields: some })).toEqual({
        open: [...KYC_FIELDS],
        required: ['aadhaar', 'selfie'],
      })
      expect(openFields({ state, kind: 'retailer', fields: some }).required).toEqual([
        'pan',
        'aadhaar',
        'gstin',
        'shop_photo',
        'selfie',
      ])
    }
  })

  test('nothing while it is checked, anything once approved', () => {
    const all = fields({ aadhaar: 'pending' })
    expect(openFields({ state: 'pending', kind, fields: all })).toEqual({ open: [], required: [] })
    expect(openFields({ state: 'approved', kind, fields: all })).toEqual({
      open: [...KYC_FIELDS],
      required: [],
    })
  })

  test('the refused ones when it was sent back', () => {
    const some = fields({ selfie: 'refused', aadhaar: 'refused', bank: 'accepted' })
    expect(openFields({ state: 'resubmit', kind, fields: some })).toEqual({
      open: ['aadhaar', 'selfie'],
      required: ['aadhaar', 'selfie'],
    })
  })

  test('a GSTIN may come with its PAN', () => {
    const some = fields({ pan: 'refused', gstin: 'accepted', bank: 'accepted' })
    expect(openFields({ state: 'resubmit', kind, fields: some })).toEqual({
      open: ['pan', 'gstin'],
      required: ['pan'],
    })
  })
})
