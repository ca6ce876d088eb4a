import { randomUUID } from 'node:crypto'
import {
  cancelMyRedemption,
  myRedemptions,
  requestRedemption,
} from '../../../contract/money/redemptions.ts'
import { scanCoupon } from '../../../contract/programme/scans.ts'
import type { Payee } from '../../../server/features/money/redemptions/test-support.ts'
import type { Desk, Turn } from './journal.ts'
import type { Scanner } from './world.ts'

const HELD_SHARE = 0.15
const AGAIN_SHARE = 0.2
const CANCEL_SHARE = 0.15

/** A member who scans: fresh coupons, those of others, and some of their own twice. */
export function scanner(
  { call, world, journal, random }: Desk,
  { memberId, token }: Scanner,
): Turn {
  const device = `Phone of ${memberId}`
  /** From so many places that no limit of one is met, none too far from the last. */
  const placed = () => ({ lat: 19.5 + random.next(), lng: 75 + random.next(), device })
  const scan = (code: string) =>
    journal.write(() => call(scanCoupon, { token, body: { code, ...placed() } }))
  return async () => {
    const isHeld = random.next() < HELD_SHARE
    const code = (isHeld ? world.held : world.open).take(random)
    const first = await scan(code)
    if (first.kind === 'refused') {
      journal.wrong.push(`A scan was refused: ${first.words}`)
      return
    }
    const { result, scanId, points } = first.body
    journal.scans.push({ memberId, code, result, scanId, points })
    // A held scan may be reversed meanwhile, and then its coupon pays again.
    if (isHeld || random.next() >= AGAIN_SHARE) return
    const again = await scan(code)
    const expected = result === 'credited' ? 'already_yours' : result
    if (again.kind === 'done' && again.body.result === expected) return
    journal.wrong.push(`${code} was ${result}, and then ${JSON.stringify(again)}`)
  }
}

/** A member who redeems under a key for each request, and takes some of it back. */
export function redeemer(desk: Desk, { memberId, token }: Payee): Turn {
  const { call, journal, random } = desk
  return async () => {
    const body = {
      idempotencyKey: randomUUID(),
      kind: random.pick(['bank', 'upi']),
      points: 100 + random.below(400),
    }
    const ask = () => journal.write(() => call(requestRedemption, { token, body }))
    const first = await ask()
    if (first.kind === 'refused') {
      journal.wrong.push(`A redemption was refused: ${first.words}`)
      return
    }
    const { redemptionId, points } = first.body
    journal.redemptions.set(redemptionId, { memberId, points })
    if (random.next() < AGAIN_SHARE) {
      const again = await ask()
      if (again.kind === 'refused' || again.body.redemptionId !== redemptionId) {
        journal.wrong.push(`${redemptionId} was asked for again: ${JSON.stringify(again)}`)
      }
    }
    if (random.next() < CANCEL_SHARE) await cancel(desk, token, redemptionId)
    else await journal.look(() => call(myRedemptions, { token }))
  }
}

/** Refused where staff decided before, or where an earlier try of the same had its effect unheard. */
async function cancel({ call, journal }: Desk, token: string, redemptionId: string): Promise<void> {
  const params = { redemptionId }
  const cancelled = await journal.write(() => call(cancelMyRedemption, { token, params }))
  if (cancelled.kind === 'done') journal.cancelled.add(redemptionId)
}
