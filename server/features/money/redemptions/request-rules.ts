import type { Address } from '../../../../contract/people/addresses.ts'
import { formatPaise } from '../../../../contract/money.ts'
import type { RedemptionKind } from '../../../../contract/money/redemption-states.ts'
import type { Rules } from '../../../../contract/platform/rule-definitions.ts'
import { dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { destinationOf, type FieldStatus } from '../../people/kyc/index.ts'
import { hasConsent, memberStatusOf } from '../../people/members/index.ts'
import * as queries from './redemptions.queries.ts'

/** Who reads the refusal: the member, or staff who ask for the member. */
export type Whose = 'own' | 'member'

const MOST_POINTS = 10_000_000
const written = (points: number) => points.toLocaleString('en-IN')

/** Refuses whoever is blocked or erased, and whoever has not agreed that their KYC is kept. */
export async function refuseUnlessMay(tx: Tx, memberId: number, whose: Whose): Promise<void> {
  const { status = 'erased' } = (await memberStatusOf(tx, [memberId])).get(memberId) ?? {}
  if (status !== 'active') {
    const why = status === 'blocked' ? 'is blocked' : 'was erased'
    throw new AppError(
      'conflict',
      whose === 'own'
        ? `Your account ${why}: no points can be redeemed. Ask the helpdesk.`
        : `This member ${why}: no points can be redeemed.`,
    )
  }
  if (await hasConsent(tx, memberId, 'kyc')) return
  throw new AppError(
    'conflict',
    whose === 'own'
      ? 'Points are redeemed once you agree to the KYC notice. Agree to it in the app.'
      : 'This member has not agreed to the KYC notice: without it no points are redeemed.',
  )
}

const NAMES = { bank: 'bank account', upi: 'UPI address' } as const
const STANDS: Record<Exclude<FieldStatus, 'accepted'>, string> = {
  pending: 'is not verified yet: it waits for its review',
  refused: 'was refused in the KYC review: it must be sent again',
  missing: 'is not verified yet: none was sent with the KYC',
}

/** Where the money is to go, as it is verified now; refused in words while it is not. */
export async function acceptedDestination(
  tx: Tx,
  { vault, payouts }: Pick<Context, 'vault' | 'payouts'>,
  { memberId, kind, whose }: { memberId: number; kind: 'bank' | 'upi'; whose: Whose },
): Promise<{ mask: string; digest: Buffer }> {
  // The bank's file pays accounts only: such a request could be approved, and never paid.
  if (kind === 'upi' && payouts === null) {
    const message = 'Payments to UPI are not set up in this programme. Choose the bank account.'
    throw new AppError('conflict', message, { fields: { kind: message } })
  }
  const { state, mask, digest } = await destinationOf(tx, vault, memberId, kind)
  if (state === 'accepted' && mask !== null && digest !== null) return { mask, digest }
  const stands = STANDS[state === 'accepted' ? 'missing' : state]
  const message = `${whose === 'own' ? 'Your' : "The member's"} ${NAMES[kind]} ${stands}.`
  throw new AppError('conflict', message, { fields: { kind: message } })
}

/** What is asked for: points to money, or so many of a gift. */
export type Wanted = {
  kind: RedemptionKind
  points?: number | undefined
  giftId?: number | undefined
  quantity?: number | undefined
  /** Where a gift goes, or that it goes where the member's last one went. */
  address?: Address | undefined
  lastAddress?: boolean | undefined
}
export type Price = {
  points: number
  amountPaise: number
  /** What the tax is on: the amount, or what the gifts cost. */
  benefitPaise: number
  giftId: number | null
  quantity: number
}

/** What is redeemed and what it is worth; of a gift the stock is taken at once. */
export async function priceOf(tx: Tx, rules: Rules, wanted: Wanted): Promise<Price> {
  const { points = 0, giftId, quantity = 1 } = wanted
  if (giftId !== undefined) return giftPrice(tx, rules, giftId, quantity)
  if (points < rules.redemptionMinPoints) {
    const least = written(rules.redemptionMinPoints)
    throw invalidField('points', `At least ${least} points are redeemed at once.`)
  }
  const amountPaise = points * rules.pointValuePaise
  return { points, amountPaise, benefitPaise: amountPaise, giftId: null, quantity: 1 }
}

async function giftPrice(tx: Tx, rules: Rules, giftId: number, quantity: number): Promise<Price> {
  // Taken first: the gift's row is then ours, and its price is the one that is paid.
  const taken = await queries.takeStock(tx, giftId, quantity)
  const gift = await queries.giftById(tx, giftId)
  if (!gift) throw invalidField('giftId', 'There is no such gift.')
  if (!taken) throw notTaken(gift)
  const points = gift.points * quantity
  if (points > MOST_POINTS) {
    throw invalidField('quantity', `At most ${written(MOST_POINTS)} points are redeemed at once.`)
  }
  return {
    points,
    amountPaise: points * rules.pointValuePaise,
    benefitPaise: gift.valuePaise * quantity,
    giftId,
    quantity,
  }
}

function notTaken({ name, stock, active }: { name: string; stock: number; active: boolean }) {
  const message = !active
    ? `${name} is no longer offered.`
    : stock === 0
      ? `${name} is out of stock.`
      : `Only ${stock} of ${name} ${stock === 1 ? 'is' : 'are'} left.`
  const field = active && stock > 0 ? 'quantity' : 'giftId'
  return new AppError('conflict', message, { fields: { [field]: message } })
}

/** Refuses what is more than a member may redeem on one day of Asia/Kolkata, in number or in value. */
export async function refuseOverDay(
  tx: Tx,
  rules: Rules,
  { memberId, at, amountPaise }: { memberId: number; at: Date; amountPaise: number },
): Promise<void> {
  const today = dayOf(at)
  const asked = await queries.askedBetween(tx, memberId, startOfDay(today), endOfDay(today))
  const most = rules.redemptionDayLimitCount
  if (asked.count >= most) {
    const message = `At most ${most} ${most === 1 ? 'redemption' : 'redemptions'} a day can be asked for. Try again tomorrow.`
    throw new AppError('conflict', message)
  }
  const limit = rules.redemptionDayLimitPaise
  if (asked.paise + amountPaise > limit) {
    const message = `At most ${formatPaise(limit)} can be redeemed on one day, and ${formatPaise(asked.paise)} were asked for today.`
    throw new AppError('conflict', message, { fields: { points: message } })
  }
}
