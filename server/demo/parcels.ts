import type { Context } from '../context.ts'
import {
  deliverParcels,
  dispatchParcels,
  restockParcel,
  returnParcel,
} from '../features/money/parcels/dispatch.service.ts'
import type { Act } from './kyc.ts'
import { GIFT_CASES, type GiftCase } from './payment-plan.ts'
import { personOf, type Playing } from './playing.ts'
import { playRedemption } from './redemptions.ts'
import { DEMO_ORIGIN } from './staff.ts'

const COURIER = 'Bluebird Express'

/** Gifts that were approved, and the way of their parcels. */
export function giftActs(playing: Playing): Act[] {
  return GIFT_CASES.flatMap((one, index) => actsOf(playing, one, index))
}

function actsOf(
  playing: Playing,
  { memberId, hoursAgo, gift, ending }: GiftCase,
  index: number,
): Act[] {
  const { staff, at } = playing
  let redemptionId = ''
  const as = (context: Context) => ({ context, caller: staff.courier, origin: DEMO_ORIGIN })
  const request: Act = {
    at: at(hoursAgo),
    run: async (context) => {
      const wanted = { kind: 'gift' as const, gift }
      const key = `gift-${index}`
      const who = personOf(playing, memberId)
      redemptionId = await playRedemption(context, staff, who, { hoursAgo, wanted, key })
    },
  }
  if (!ending) return [request]
  const dispatch: Act = {
    at: at(hoursAgo - 20),
    run: async (context) => {
      const trackingNumber = `BBX${4_810_000 + index * 137}`
      const parcels = [{ redemptionId, trackingNumber }]
      const { left } = await dispatchParcels(as(context), { courier: COURIER, parcels })
      if (left.length > 0)
        throw new Error('A gift of the demo was not dispatched.', { cause: left })
    },
  }
  if (ending === 'on its way') return [request, dispatch]
  if (ending === 'delivered') {
    const run = (context: Context) => deliverParcels(as(context), { redemptionIds: [redemptionId] })
    return [request, dispatch, { at: at(hoursAgo - 75), run }]
  }
  const comeBack: Act = {
    at: at(hoursAgo - 95),
    run: (context) =>
      returnParcel(as(context), redemptionId, 'Nobody was at the shop on three days'),
  }
  if (ending === 'returned') return [request, dispatch, comeBack]
  const restock: Act = {
    at: at(hoursAgo - 119),
    run: (context) =>
      restockParcel(as(context), redemptionId, 'The member asked for the points instead'),
  }
  return [request, dispatch, comeBack, restock]
}
