import { describe, expect, test } from 'vitest'
import {
  PAYMENT_ACTIONS,
  PAYMENT_MACHINE,
  PAYMENT_STATES,
  type PaymentState,
} from '../../../../contract/money/payment-states.ts'
import { isOver, nextPaymentState, stepsTowards } from './payment-machine.ts'
import type { PayoutUpdate } from './provider/provider.ts'

const LEADS: [PaymentState, string, PaymentState][] = [
  ['proposed', 'approve', 'queued'],
  ['proposed', 'decline', 'declined'],
  ['queued', 'send', 'processing'],
  ['queued', 'fail', 'failed'],
  ['processing', 'lose', 'unknown'],
  ['processing', 'process', 'processed'],
  ['processing', 'fail', 'failed'],
  ['unknown', 'find', 'processing'],
  ['unknown', 'process', 'processed'],
  ['unknown', 'fail', 'failed'],
  ['processed', 'reverse', 'reversed'],
]

describe('every state with every action', () => {
  const pairs = PAYMENT_STATES.flatMap((state) =>
    PAYMENT_ACTIONS.map((action) => [state, action] as const),
  )
  test.each(pairs)('%s, %s', (state, action) => {
    const leads = LEADS.find(([from, by]) => from === state && by === action)
    const step = () => nextPaymentState({ number: 'PY1', state }, action)
    if (leads) expect(step()).toBe(leads[2])
    else expect(step).toThrow(/^PY1 .*: it cannot be .*\.$/)
  })
})

const TOLD = ['processing', 'processed', 'failed', 'reversed'] as const
const RANK: Record<PaymentState, number> = {
  proposed: 0,
  queued: 0,
  processing: 1,
  unknown: 1,
  declined: 2,
  failed: 2,
  processed: 2,
  reversed: 3,
}

describe('every state with everything that can be told', () => {
  const pairs = PAYMENT_STATES.flatMap((state) =>
    TOLD.flatMap((told) => [true, false].map((known) => [state, told, known] as const)),
  )
  test.each(pairs)('%s is told %s (known: %s): forwards, or nothing', (state, told, known) => {
    const steps = stepsTowards({ state, isKnownToProvider: known }, told)
    if (steps === 'contradiction' || steps.length === 0) return
    let at = state
    for (const action of steps) {
      expect(PAYMENT_MACHINE[action].from).toContain(at)
      const next = PAYMENT_MACHINE[action].to
      expect(RANK[next] > RANK[at] || (at === 'unknown' && next === 'processing')).toBe(true)
      at = next
    }
    expect(at).toBe(told)
  })

  const contradicts = (state: PaymentState, known = true) =>
    TOLD.filter(
      (told: PayoutUpdate['state']) =>
        stepsTowards({ state, isKnownToProvider: known }, told) === 'contradiction',
    )

  test('nobody can be told of what was never sent', () => {
    for (const state of ['proposed', 'declined', 'queued'] as const) {
      expect(contradicts(state)).toEqual(TOLD)
    }
  })

  test('what is on its way can become anything, what is over nothing that would undo it', () => {
    expect(contradicts('processing')).toEqual([])
    expect(contradicts('unknown')).toEqual([])
    expect(contradicts('reversed')).toEqual([])
    expect(contradicts('processed')).toEqual(['failed'])
    expect(contradicts('failed')).toEqual(['processed', 'reversed'])
  })

  test('a payment that failed without the provider’s word must not live there', () => {
    expect(contradicts('failed', false)).toEqual(['processing', 'processed', 'reversed'])
  })
})

test('over is what another attempt may follow, or what has arrived', () => {
  expect(PAYMENT_STATES.filter(isOver)).toEqual(['declined', 'processed', 'failed', 'reversed'])
})
