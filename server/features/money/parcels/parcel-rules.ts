import type { ParcelState } from '../../../../contract/money/payment-states.ts'
import type { RedemptionState } from '../../../../contract/money/redemption-states.ts'

/** The state that the redemption of a gift is in while its parcel is in this one. */
export const STATE_OF = {
  to_dispatch: 'approved',
  dispatched: 'payment_pending',
  delivered: 'paid',
  returned: 'failed',
  restocked: 'cancelled',
} as const satisfies Record<ParcelState, RedemptionState>

const PARCEL_OF = new Map<RedemptionState, ParcelState>(
  (Object.keys(STATE_OF) as ParcelState[]).map((state) => [STATE_OF[state], state]),
)

/** Where the parcel of a gift is; null where the redemption has come to none. */
export const parcelStateOf = (state: RedemptionState): ParcelState | null =>
  PARCEL_OF.get(state) ?? null

export const PARCEL_ACTIONS = ['dispatch', 'deliver', 'return', 'restock'] as const
export type ParcelAction = (typeof PARCEL_ACTIONS)[number]

/**
 * A gift goes out when it is approved or came back, and may then be put back into stock instead; only
 * what is on its way arrives or comes back.
 */
const MAY: Record<ParcelAction, readonly ParcelState[]> = {
  dispatch: ['to_dispatch', 'returned'],
  deliver: ['dispatched'],
  return: ['dispatched'],
  restock: ['to_dispatch', 'returned'],
}

const STANDS: Record<ParcelState, string> = {
  to_dispatch: 'is not dispatched yet',
  dispatched: 'is on its way already',
  delivered: 'was delivered already',
  returned: 'came back',
  restocked: 'was put back into stock',
}
const CANNOT: Record<ParcelAction, string> = {
  dispatch: 'it cannot be dispatched',
  deliver: 'it cannot be delivered',
  return: 'it cannot come back',
  restock: 'only what is not on its way is put into stock',
}

/** Why an action cannot be done with a gift as it stands; null when it can. */
export function whyNotParcel(
  { number, kind, state }: { number: string; kind: string; state: RedemptionState },
  action: ParcelAction,
): string | null {
  if (kind !== 'gift') return `${number} is money, not a gift.`
  const parcel = parcelStateOf(state)
  if (parcel === null) return `${number} is not approved: ${CANNOT[action]}.`
  return MAY[action].includes(parcel) ? null : `${number} ${STANDS[parcel]}: ${CANNOT[action]}.`
}
