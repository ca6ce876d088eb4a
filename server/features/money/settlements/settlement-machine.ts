import {
  SETTLEMENT_MACHINE,
  type SettlementState,
  type SettlementStep,
} from '../../../../contract/money/settlements.ts'
import { AppError } from '../../../lib/app-error.ts'

const DONE: Record<SettlementStep, string> = {
  compute: 'computed again',
  approve: 'approved',
  settle: 'settled',
  reopen: 'opened again',
}
const STANDS: Record<SettlementState, string> = {
  open: 'is not computed yet',
  computed: 'is computed and not approved',
  approved: 'is approved',
  settled: 'is settled',
}

/** Where a step leads a settlement, or 409 in words when the machine has no such step from there. */
export function nextState(
  { name, state }: { name: string; state: SettlementState },
  step: SettlementStep,
): SettlementState {
  const { from, to } = SETTLEMENT_MACHINE[step]
  if (from.includes(state)) return to
  throw new AppError('conflict', `${name} ${STANDS[state]}: it cannot be ${DONE[step]}.`)
}

const FAR: readonly SettlementState[] = ['open', 'computed', 'approved', 'settled']

/** The least far of some; `open` where there is none. */
export function leastFar(states: readonly SettlementState[]): SettlementState {
  return FAR.find((state) => states.includes(state)) ?? 'open'
}
