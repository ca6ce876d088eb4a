import { z } from 'zod'
import { address } from '../people/addresses.ts'
import { redemptionKind, type RedemptionKind } from './redemption-states.ts'

/** What is asked for: points to money, or so many of a gift and where it goes. */
export const wanted = {
  kind: redemptionKind,
  points: z
    .number({ error: 'Enter how many points.' })
    .int('Points are whole numbers.')
    .min(1, 'At least one point.')
    .max(10_000_000, 'At most 1,00,00,000 points at once.')
    .optional(),
  giftId: z.number().int().positive().max(2_147_483_647).optional(),
  quantity: z
    .number({ error: 'Enter how many.' })
    .int('A whole number.')
    .min(1, 'At least one.')
    .max(100, 'At most 100 at once.')
    .optional(),
  /** Where a gift goes. */
  address: address.optional(),
}
type Wanted = { kind: RedemptionKind } & {
  [K in 'points' | 'giftId' | 'quantity']?: number | undefined
} & { address?: unknown; lastAddress?: boolean | undefined }

/** Money is asked for in points, a gift by its id and how many: never both, so nothing is ignored. */
export function wantsOneThing({ value: wanted, issues }: z.core.ParsePayload<Wanted>): void {
  const { kind, points, giftId, quantity, address: to, lastAddress = false } = wanted
  const refuse = (field: keyof Wanted, message: string) =>
    issues.push({ code: 'custom', path: [field], message, input: wanted })
  if (kind === 'gift') {
    if (giftId === undefined) refuse('giftId', 'Say which gift.')
    if (points !== undefined) refuse('points', 'A gift has its own price: leave the points out.')
    if (to === undefined && !lastAddress) refuse('address', 'Enter the address the gift goes to.')
    if (to !== undefined && lastAddress) {
      refuse('lastAddress', 'Give an address or take the last one, not both.')
    }
    return
  }
  if (points === undefined) refuse('points', 'Enter how many points.')
  if (giftId !== undefined) refuse('giftId', 'A gift is redeemed with the kind gift.')
  if (quantity !== undefined) refuse('quantity', 'Only gifts are counted: leave this out.')
  if (to !== undefined || lastAddress) {
    refuse('address', 'Only gifts go to an address: leave this out.')
  }
}
