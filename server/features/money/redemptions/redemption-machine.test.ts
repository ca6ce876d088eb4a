import { expect, test } from 'vitest'
import {
  REDEMPTION_ACTIONS,
  REDEMPTION_STATES,
  type RedemptionAction,
  type RedemptionState,
} from '../../../../contract/money/redemption-states.ts'
import { AppError } from '../../../lib/app-error.ts'
import { OPEN_STATES, POINTS_OF, nextState } from './redemption-machine.ts'

/** Written out apart from the table it checks: every step there is, and no other. */
const STEPS: Partial<Record<`${RedemptionState} ${RedemptionAction}`, RedemptionState>> = {
  'requested approve': 'approved',
  'requested reject': 'rejected',
  'requested cancel': 'cancelled',
  'approved queue': 'payment_pending',
  'approved give_up': 'cancelled',
  'payment_pending pay': 'paid',
  'payment_pending fail': 'failed',
  'paid reverse': 'reversed',
  'failed queue': 'payment_pending',
  'failed give_up': 'cancelled',
  'reversed queue': 'payment_pending',
  'reversed give_up': 'cancelled',
}

const pairs = REDEMPTION_STATES.flatMap((state) =>
  REDEMPTION_ACTIONS.map((action) => [state, action] as const),
)

test.each(pairs)('from %s by %s', (state, action) => {
  const act = () => nextState({ number: 'RD100001', state }, action)
  const expected = STEPS[`${state} ${action}`]
  if (expected) expect(act()).toBe(expected)
  else {
    expect(act).toThrow(AppError)
    expect(act).toThrow(/^RD100001 (is|was|waits|could) [a-z ]+: it cannot be [a-z ]+\.$/)
  }
})

test('points are held in an open state, redeemed when paid and back when it ends unpaid', () => {
  for (const [state, action] of pairs) {
    const to = STEPS[`${state} ${action}`]
    if (!to) continue
    const isOpen = (of: RedemptionState) => OPEN_STATES.some((open) => open === of)
    const placeOf = (of: RedemptionState) =>
      isOpen(of) ? 'held' : of === 'paid' ? 'redeemed' : 'available'
    const moved = POINTS_OF[action]
    expect([moved?.debit ?? 'held', moved?.credit ?? 'held']).toEqual([placeOf(state), placeOf(to)])
  }
})
