import type { z } from 'zod'
import type { AddressPlace } from '../../../../contract/people/addresses.ts'
import type { GiftItem } from '../../../../contract/desk/offers.ts'
import type { RedemptionKind } from '../../../../contract/money/redemption-states.ts'
import type { requestForMember } from '../../../../contract/money/redemptions.ts'
import type { UserDetail } from '../../../../contract/desk/users.ts'
import { formatAmount } from '../../../lib/format.ts'
import {
  bodyOfAddress,
  EMPTY_ADDRESS,
  type AddressDraft,
} from '../../people/addresses/address-draft.ts'

/** What is redeemed for a member, as it is typed. */
export type RedeemDraft = {
  kind: RedemptionKind
  points: number | string
  giftId: string
  quantity: number | string
  /** A new address although there is a last one. */
  elsewhere: boolean
  address: AddressDraft
  reason: string
}

/** The parcel goes to the member where nothing else is said. */
export const emptyRedemption = ({ name, mobile }: UserDetail): RedeemDraft => ({
  kind: 'bank',
  points: '',
  giftId: '',
  quantity: 1,
  elsewhere: false,
  address: { ...EMPTY_ADDRESS, recipient: name, phone: mobile },
  reason: '',
})

const numberOf = (typed: number | string): number | undefined =>
  typed === '' ? undefined : Number(typed)

/** What is sent: only what belongs to the kind. */
export function bodyOfRedemption(
  { kind, reason, elsewhere, ...draft }: RedeemDraft,
  last: AddressPlace | null,
): Omit<z.input<NonNullable<typeof requestForMember.body>>, 'idempotencyKey'> {
  if (kind !== 'gift') return { kind, points: numberOf(draft.points), reason }
  return {
    kind,
    giftId: numberOf(draft.giftId),
    quantity: numberOf(draft.quantity),
    ...(last && !elsewhere ? { lastAddress: true } : { address: bodyOfAddress(draft.address) }),
    reason,
  }
}

/** What it takes of the member's points; null while that is open. */
export function costOf(draft: RedeemDraft, gifts: readonly GiftItem[]): number | null {
  if (draft.kind !== 'gift') return numberOf(draft.points) ?? null
  const gift = gifts.find(({ giftId }) => String(giftId) === draft.giftId)
  const quantity = numberOf(draft.quantity)
  return gift && quantity ? gift.points * quantity : null
}

/** What the contract cannot tell: no gift is chosen, or it takes more than the member has. */
export function redemptionProblems(
  { kind, giftId }: RedeemDraft,
  cost: number | null,
  available: number,
): Record<string, string> {
  if (kind === 'gift' && giftId === '') return { giftId: 'Choose a gift.' }
  if (cost === null || cost <= available) return {}
  const has = formatAmount(available, 'point')
  return kind === 'gift'
    ? { quantity: `That takes ${formatAmount(cost, 'point')}; the member has ${has}.` }
    : { points: `The member has ${has}.` }
}
