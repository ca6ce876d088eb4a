import {
  REDEMPTION_MACHINE,
  type RedemptionAction,
  type RedemptionState,
} from '../../../../contract/money/redemption-states.ts'
import type { Move } from '../../ledger/points/index.ts'
import { AppError } from '../../../lib/app-error.ts'

/** What an action leaves behind, for sentences and the audit trail. */
export const DONE: Record<RedemptionAction, string> = {
  approve: 'approved',
  reject: 'rejected',
  cancel: 'cancelled',
  queue: 'queued for payment',
  pay: 'marked as paid',
  fail: 'marked as failed',
  reverse: 'marked as reversed',
  give_up: 'given up',
}

const STANDS: Record<RedemptionState, string> = {
  requested: 'waits for its approval',
  approved: 'is approved already',
  rejected: 'was rejected already',
  cancelled: 'was cancelled already',
  payment_pending: 'is being paid',
  paid: 'is paid already',
  failed: 'could not be paid',
  reversed: 'was paid and came back',
}

/** Where a redemption stands, as a sentence begins: "RD100001 is paid already". */
export const statusLine = ({ number, state }: { number: string; state: RedemptionState }) =>
  `${number} ${STANDS[state]}`

/** Where an action leads a redemption, or 409 in words when the machine has no such step from there. */
export function nextState(
  redemption: { number: string; state: RedemptionState },
  action: RedemptionAction,
): RedemptionState {
  const { from, to } = REDEMPTION_MACHINE[action]
  if (from.includes(redemption.state)) return to
  throw new AppError('conflict', `${statusLine(redemption)}: it cannot be ${DONE[action]}.`)
}

type Between = Pick<Move, 'kind' | 'debit' | 'credit'>
const RELEASED: Between = { kind: 'redemption_released', debit: 'held', credit: 'available' }

/** How the points of a redemption move with an action; null where they stay held. */
export const POINTS_OF: Record<RedemptionAction | 'request', Between | null> = {
  request: { kind: 'redemption_hold', debit: 'available', credit: 'held' },
  approve: null,
  reject: RELEASED,
  cancel: RELEASED,
  queue: null,
  pay: { kind: 'redemption_paid', debit: 'held', credit: 'redeemed' },
  fail: null,
  // Undoes the payment's own row, so that the ledger shows which one came back.
  reverse: { kind: 'reversal', debit: 'redeemed', credit: 'held' },
  give_up: RELEASED,
}

/** States in which a redemption holds its points. */
export const OPEN_STATES = [
  'requested',
  'approved',
  'payment_pending',
  'failed',
  'reversed',
] as const satisfies readonly RedemptionState[]

/** Whether an action ends a redemption unpaid: its points go back, and so do gifts to the stock. */
export const endsUnpaid = (action: RedemptionAction) => POINTS_OF[action] === RELEASED
