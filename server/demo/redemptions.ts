import type { Context } from '../context.ts'
import {
  approveRedemption,
  rejectRedemption,
} from '../features/money/redemptions/approval.service.ts'
import { approveRedemptions } from '../features/money/redemptions/bulk-approval.service.ts'
import { getRedemption } from '../features/money/redemptions/redemptions.service.ts'
import {
  cancelMyRedemption,
  requestForMember,
  requestRedemption,
} from '../features/money/redemptions/request.service.ts'
import {
  approveAdjustment,
  rejectAdjustment,
  requestPoints,
} from '../features/desk/users/adjustments.service.ts'
import type { StaffCaller } from '../http/caller.ts'
import { addressOf } from './address-plan.ts'
import type { Act, Person } from './kyc.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000

/** As the plan of the offers puts them in. */
const GIFT_NUMBERS = { 'G-TROWEL': 1, 'G-DRILL': 2, 'G-HELMET': 3, 'G-COOKER': 4, 'G-PHONE': 5 }

type Wanted =
  | { kind: 'bank' | 'upi'; points: number }
  | { kind: 'gift'; gift: keyof typeof GIFT_NUMBERS }
type Case = Played & { memberId: number; outcome?: Outcome }
type Outcome = 'approve' | 'reject' | 'cancel' | 'first approval'
type Played = {
  hoursAgo: number
  wanted: Wanted
  /** Tells apart what one member asks for. */
  key?: string
  /** Asked for by staff on the member's word. */
  byStaff?: boolean
}

const bank = (points: number): Wanted => ({ kind: 'bank', points })
const upi = (points: number): Wanted => ({ kind: 'upi', points })

/** Requests of the last days: the other states come with payments.ts and parcels.ts. */
const CASES: readonly Case[] = [
  { memberId: 1, hoursAgo: 75, wanted: upi(900), outcome: 'approve' },
  { memberId: 2, hoursAgo: 74, wanted: bank(1_200), outcome: 'approve' },
  { memberId: 4, hoursAgo: 72, wanted: { kind: 'gift', gift: 'G-TROWEL' }, outcome: 'approve' },
  { memberId: 6, hoursAgo: 70, wanted: upi(450), outcome: 'reject' },
  { memberId: 7, hoursAgo: 68, wanted: bank(800), outcome: 'cancel' },
  { memberId: 8, hoursAgo: 30, wanted: upi(700), outcome: 'approve' },
  { memberId: 5, hoursAgo: 29, wanted: bank(12_000), outcome: 'first approval' },
  { memberId: 28, hoursAgo: 31, wanted: bank(500) },
  { memberId: 9, hoursAgo: 28, wanted: bank(650) },
  { memberId: 25, hoursAgo: 27, wanted: upi(600) },
  { memberId: 26, hoursAgo: 26, wanted: bank(500) },
  { memberId: 10, hoursAgo: 8, wanted: upi(350) },
  { memberId: 11, hoursAgo: 7, wanted: upi(500), byStaff: true },
  { memberId: 12, hoursAgo: 5, wanted: { kind: 'gift', gift: 'G-HELMET' } },
  { memberId: 13, hoursAgo: 4, wanted: upi(300) },
  { memberId: 14, hoursAgo: 3, wanted: upi(400) },
  { memberId: 15, hoursAgo: 2, wanted: upi(250) },
  { memberId: 16, hoursAgo: 1, wanted: bank(550) },
]

/** Requests for points and what staff made of them, and adjustments, in no order. */
export function redemptionActs(people: Map<number, Person>, staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  return [
    ...CASES.map((one): Act => {
      const who = people.get(one.memberId)
      if (!who) throw new Error(`The demo has no member ${one.memberId}.`)
      return { at: at(one.hoursAgo), run: (context) => play(context, staff, who, one) }
    }),
    ...adjustments(staff).map(({ hoursAgo, run }) => ({ at: at(hoursAgo), run })),
  ]
}

/** A request that was approved; its amount wants one approval only. Gives its id. */
export async function playRedemption(
  context: Context,
  staff: DemoStaff,
  who: Person,
  one: Played,
): Promise<string> {
  return play(context, staff, who, { ...one, memberId: who.memberId, outcome: 'approve' })
}

async function play(context: Context, staff: DemoStaff, who: Person, one: Case): Promise<string> {
  const redemptionId = await request(context, staff, who, one)
  if (!one.outcome) return redemptionId
  const moment = new Date(context.now().getTime() + 50 * MINUTE_MS)
  const later = { ...context, now: () => moment }
  if (one.outcome === 'cancel') {
    await cancelMyRedemption(later, who.caller, redemptionId)
  } else if (one.outcome === 'reject') {
    const note = 'Please send the request again after your move to the new shop is on record.'
    const why = { redemptionId, reason: 'other', note }
    await rejectRedemption(later, staff.cs, why, DEMO_ORIGIN)
  } else {
    await approve(later, staff.cs, redemptionId)
  }
  return redemptionId
}

async function request(
  context: Context,
  staff: DemoStaff,
  who: Person,
  { hoursAgo, wanted, key, byStaff }: Case,
): Promise<string> {
  const { caller, memberId } = who
  const idempotencyKey = `demo-redemption-${memberId}-${key ?? hoursAgo}`
  const asked =
    wanted.kind === 'gift'
      ? {
          kind: wanted.kind,
          giftId: GIFT_NUMBERS[wanted.gift],
          quantity: 1,
          address: addressOf(who),
        }
      : wanted
  const body = { idempotencyKey, ...asked }
  if (!byStaff) return (await requestRedemption(context, caller, body, DEMO_ORIGIN)).redemptionId
  const onHisWord = { ...body, reason: 'Asked for it on the phone' }
  return (await requestForMember(context, staff.cs, memberId, onHisWord, DEMO_ORIGIN)).redemptionId
}

/** In bulk where the checklist is green and one approval is enough, else after a look at it. */
async function approve(context: Context, caller: StaffCaller, redemptionId: string): Promise<void> {
  const { amountPaise } = await context.db
    .selectFrom('redemption')
    .select('amount_paise as amountPaise')
    .where('redemption_id', '=', redemptionId)
    .executeTakeFirstOrThrow()
  const green = { redemptionIds: [redemptionId], totalPaise: Number(amountPaise) }
  const { approved } = await approveRedemptions(context, caller, green, DEMO_ORIGIN)
  if (approved.length > 0) return
  const { verdict } = await getRedemption(context, caller, redemptionId)
  const reason = verdict === 'amber' ? 'Looked at: in order' : undefined
  const approval = { redemptionId, verdict: verdict ?? 'red', reason }
  await approveRedemption(context, caller, approval, DEMO_ORIGIN)
}

type Moment = { hoursAgo: number; run: Act['run'] }

/** Points given and taken by hand: one decided each way, two waiting. */
function adjustments({ cs, subadmin, admin, almond }: DemoStaff): Moment[] {
  const ask = (context: Context, memberId: number, points: number, reason: string) =>
    requestPoints(
      context,
      memberId % 2 === 0 ? cs : subadmin,
      { idempotencyKey: `demo-adjustment-${memberId}`, memberId, points, reason },
      DEMO_ORIGIN,
    )
  return [
    {
      hoursAgo: 33,
      run: async (context) => {
        const reason = 'Wall competition at the dealers’ meet: first prize'
        const { adjustmentId } = await ask(context, 5, 9_000, reason)
        await approveAdjustment(
          context,
          admin,
          { adjustmentId, note: 'Seen in the list of winners' },
          DEMO_ORIGIN,
        )
      },
    },
    {
      hoursAgo: 34,
      run: async (context) => {
        const { adjustmentId } = await ask(context, 17, 500, 'Says that three packs had no coupon')
        await rejectAdjustment(
          context,
          almond,
          { adjustmentId, note: 'The plant found all three active' },
          DEMO_ORIGIN,
        )
      },
    },
    {
      hoursAgo: 20,
      run: (context) =>
        ask(context, 18, 120, 'Two torn coupons, seen in the pictures that were sent'),
    },
    {
      hoursAgo: 6,
      run: (context) => ask(context, 19, -60, 'Credited twice by hand in October'),
    },
  ]
}
