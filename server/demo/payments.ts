import { OUTSIDE_COLUMNS } from '../../contract/money/tax.ts'
import { CSV_TYPE } from '../../contract/sheets.ts'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { reinitiatePayments } from '../features/money/payments/send/reinitiate.service.ts'
import { sendPayments } from '../features/money/payments/send/send.service.ts'
import { deliver, takeNext } from '../features/money/payments/dispatch/dispatch.service.ts'
import { receiveWebhook } from '../features/money/payments/provider/webhook.service.ts'
import {
  applyOutsideBenefits,
  previewOutsideBenefits,
} from '../features/money/tax/outside.service.ts'
import { fileActs } from './bank-files.ts'
import type { Act, Person } from './kyc.ts'
import { FIRST_SENT_NOW } from './payout-faults.ts'
import { OUTSIDE, PAID_CASES, SENT_NOW, type Ending, type PaidCase } from './payment-plan.ts'
import { historyProvider, noticeOf, updateOf, type HistoryProvider } from './payout-history.ts'
import { giftActs } from './parcels.ts'
import { confirmedOf, later, personOf, type Playing } from './playing.ts'
import { playRedemption } from './redemptions.ts'
import { DEMO_ORIGIN, type DemoStaff } from './staff.ts'

const HOUR_MS = 3_600_000
/** The provider told this of an account that is not in our books. */
const STRANGER_HOURS_AGO = 22

/** Payments by provider and by file, gifts on their way, and what was given outside, in no order. */
export function paymentActs(people: Map<number, Person>, staff: DemoStaff, now: Date): Act[] {
  const at = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * HOUR_MS)
  const playing: Playing = { staff, people, at }
  const provider = historyProvider()
  return [
    ...OUTSIDE.map((one): Act => ({
      at: at(one.daysAgo * 24 - 12),
      run: (context) => giveOutside(context, playing, one),
    })),
    ...PAID_CASES.flatMap((one) => paidActs(playing, provider, one)),
    ...fileActs(playing),
    ...giftActs(playing),
    { at: at(STRANGER_HOURS_AGO), run: (context) => hearOfStranger(context, provider) },
    ...sentNow(playing, provider),
  ]
}

function paidActs(playing: Playing, provider: HistoryProvider, one: PaidCase): Act[] {
  const { staff, at } = playing
  const { hoursAgo, kind, points, again } = one
  let redemptionId = ''
  const acts: Act[] = [
    {
      at: at(hoursAgo),
      run: async (context) => {
        const wanted = { kind, points }
        const who = personOf(playing, one.memberId)
        redemptionId = await playRedemption(context, staff, who, { hoursAgo, wanted })
      },
    },
    {
      at: at(hoursAgo - 2),
      run: (context) =>
        pay({ ...context, payouts: provider }, provider, one.ending, async (paying) => {
          const body = { ...(await confirmedOf(paying, [redemptionId])), provider: RAZORPAYX }
          await sendPayments(paying, staff.almond, body, DEMO_ORIGIN)
        }),
    },
  ]
  if (again) {
    const reason = again.reason
    acts.push({
      at: at(again.hoursAgo),
      run: (context) =>
        pay({ ...context, payouts: provider }, provider, again.ending, async (paying) => {
          const confirmed = await confirmedOf(paying, [redemptionId])
          const body = { ...confirmed, provider: RAZORPAYX, reason }
          await reinitiatePayments(paying, staff.subadmin, body, DEMO_ORIGIN)
        }),
    })
  }
  return [...acts, ...reversal(playing, provider, one)]
}
const RAZORPAYX = 'razorpayx' as const

/** One attempt: queued, sent, and told of minutes later as the plan has it. */
async function pay(
  context: Context,
  provider: HistoryProvider,
  ending: Ending,
  queue: (context: Context) => Promise<void>,
): Promise<void> {
  await queue(context)
  const sending = later(context, 1)
  const taken = await takeNext(sending)
  if (typeof taken === 'string' || 'stuck' in taken) {
    throw new Error('A payment of the demo could not be sent.', { cause: taken })
  }
  await deliver(sending, provider, taken, NO_LIMIT)
  const told = 'failed' in ending ? { state: 'failed' as const, reason: ending.failed } : ARRIVED
  await hear(later(context, 4), updateOf(provider.last(), told))
}
const ARRIVED = { state: 'processed' } as const
const never = new AbortController().signal
const NO_LIMIT = { turn: async () => {}, signal: never, cut: never }

function hear(context: Context, told: ReturnType<typeof updateOf>) {
  return receiveWebhook(context, Buffer.from(JSON.stringify(noticeOf(told))), {})
}

/** Money that came back days after it had arrived. */
function reversal(playing: Playing, provider: HistoryProvider, one: PaidCase): Act[] {
  const { ending, hoursAgo, memberId } = one
  if (!('reversed' in ending)) return []
  const { reversed: reason, afterHours } = ending
  return [
    {
      at: playing.at(hoursAgo - 2 - afterHours),
      run: async (context) => {
        const { number, netPaise } = await context.db
          .selectFrom('payment')
          .select(['number', 'net_paise as netPaise'])
          .where('member_id', '=', memberId)
          .where('state', '=', 'processed')
          .orderBy('payment_id', 'desc')
          .executeTakeFirstOrThrow()
        const request = { number, amountPaise: Number(netPaise) }
        const told = updateOf(request, { state: 'reversed', reason })
        await hear({ ...context, payouts: provider }, told)
      },
    },
  ]
}

/** A payout that nobody here began: a person has to look into it. */
async function hearOfStranger(context: Context, payouts: HistoryProvider): Promise<void> {
  const request = { number: 'TEST-7', amountPaise: 100 }
  await hear({ ...context, payouts }, updateOf(request, { state: 'processed' }))
}

/** Approved in the last hours and queued just before the demo begins. */
function sentNow(playing: Playing, payouts: HistoryProvider): Act[] {
  const { staff, at } = playing
  const redemptionIds: string[] = []
  const requests = SENT_NOW.map((one, index): Act => {
    const hoursAgo = 20 - index * 0.7
    const wanted = { kind: one.kind, points: one.points }
    return {
      at: at(hoursAgo),
      run: async (context) => {
        const who = personOf(playing, one.memberId)
        redemptionIds.push(
          await playRedemption(context, staff, who, { hoursAgo, wanted, key: `now-${index}` }),
        )
      },
    }
  })
  const send: Act = {
    at: at(0.05),
    run: async (context) => {
      const confirmed = await confirmedOf(context, redemptionIds)
      const body = { ...confirmed, provider: RAZORPAYX }
      await sendPayments({ ...context, payouts }, staff.almond, body, DEMO_ORIGIN)
      await checkNumbers(context)
    },
  }
  return [...requests, send]
}

async function giveOutside(
  context: Context,
  playing: Playing,
  { memberId, daysAgo, rupees, tax, what }: (typeof OUTSIDE)[number],
): Promise<void> {
  const { staff, at } = playing
  const { caller } = personOf(playing, memberId)
  const code = await context.db
    .selectFrom('member')
    .select('code')
    .where('member_id', '=', caller.memberId)
    .executeTakeFirstOrThrow()
  const row = [code.code, dayOf(at(daysAgo * 24)), String(rupees), String(tax), `"${what}"`]
  const bytes = Buffer.from(`${OUTSIDE_COLUMNS.join(',')}\r\n${row.join(',')}\r\n`)
  const name = `outside-${dayOf(context.now())}.csv`
  const file = { bytes, type: CSV_TYPE }
  const { fileId, counts } = await previewOutsideBenefits(context, staff.finance, name, file)
  await applyOutsideBenefits(context, staff.finance, { fileId, rows: counts.add }, DEMO_ORIGIN)
}

/** The faults that are to be shown are ordered by number. */
async function checkNumbers({ db }: Context): Promise<void> {
  const { first } = await db
    .selectFrom('payment')
    .select((select) => select.fn.min('number').as('first'))
    .where('state', '=', 'queued')
    .executeTakeFirstOrThrow()
  if (first !== FIRST_SENT_NOW) {
    throw new Error(`The demo sends from ${first} on: FIRST_SENT_NOW must say so.`)
  }
}
