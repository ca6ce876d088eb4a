import { ADDRESS_OPEN, type FullAddress } from '../../../../contract/people/addresses.ts'
import type { ParcelState } from '../../../../contract/money/payment-states.ts'
import type { RedemptionState } from '../../../../contract/money/redemption-states.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { parcelStateOf } from './parcel-rules.ts'

type Gift = { number: string; kind: string; state: RedemptionState }

const STANDS: Record<RedemptionState, string> = {
  requested: 'waits for its approval',
  approved: 'is not dispatched yet',
  rejected: 'was rejected',
  cancelled: 'was cancelled',
  payment_pending: 'is on its way',
  paid: 'was delivered',
  failed: 'came back',
  reversed: 'was delivered',
}

const isMoney = ({ number }: Gift) => `${number} is money: it goes to no address.`

/** Why the address of a redemption cannot be given or corrected as it stands; null when it can. */
export function whyNotCorrect(gift: Gift): string | null {
  if (gift.kind !== 'gift') return isMoney(gift)
  if (ADDRESS_OPEN.includes(gift.state)) return null
  return `${gift.number} ${STANDS[gift.state]}: its address can no longer be changed.`
}

const SHOWN: readonly (ParcelState | null)[] = ['to_dispatch', 'dispatched', 'returned']

/** Why those who dispatch are not shown the address of a redemption; null when they are. */
export function whyNotShown(gift: Gift): string | null {
  if (gift.kind !== 'gift') return isMoney(gift)
  if (SHOWN.includes(parcelStateOf(gift.state))) return null
  return `${gift.number} ${STANDS[gift.state]}: its address is shown only while the parcel is to be dispatched or on its way.`
}

const inWords = (text: string) =>
  ` ${text
    .toLocaleLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()} `

/** Refuses a reason that repeats the address: history and audit trail outlive it. */
export function keepOutOfReason(
  { recipient, line1, line2, landmark }: FullAddress,
  reason: string,
): void {
  const words = inWords(reason)
  const repeated = [recipient, line1, line2, landmark].some(
    (part) => part !== null && words.includes(inWords(part)),
  )
  if (!repeated) return
  throw invalidField(
    'reason',
    'Leave out the name and the address: the reason stays on record for good.',
  )
}
