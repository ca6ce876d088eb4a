import { setTimeout as delay } from 'node:timers/promises'
import { PROVIDER_NAMES, type Provider } from '../../../../../contract/money/payment-states.ts'
import type { ProviderStatus } from '../../../../../contract/money/payments.ts'
import type { Context } from '../../../../context.ts'
import type { Balance, PayoutProvider } from './provider.ts'
import * as queries from './provider.queries.ts'

type Reading = Pick<Context, 'db' | 'config' | 'payouts'>

/** A balance is believed so long; a provider that does not tell it has so long to. */
const BELIEF_MS = 15_000
const PATIENCE_MS = 3_000

/** The ways of payment that are set up: what each holds, what waits for it and how far it reaches. */
export async function paymentProviders(context: Reading) {
  const { db, config, payouts } = context
  const [ready, byFile, overHttp] = await Promise.all([
    queries.readySum(db),
    statusOf(context, 'bank-file', NO_BALANCE),
    payouts && balanceOf(payouts).then((reported) => statusOf(context, 'razorpayx', reported)),
  ])
  const providers = overHttp ? [overHttp, byFile] : [byFile]
  return { providers, ready, perSecond: config.PAYOUTS_PER_SECOND }
}

type ReportedBalance = Pick<ProviderStatus, 'balancePaise' | 'asOf' | 'problem'>
const NO_BALANCE: ReportedBalance = { balancePaise: null, asOf: null, problem: null }

async function statusOf(
  { db }: Reading,
  provider: Provider,
  reported: ReportedBalance,
): Promise<ProviderStatus> {
  const sums = await queries.queuedSum(db, provider, reported.balancePaise)
  return { provider, name: PROVIDER_NAMES[provider], ...reported, ...sums }
}

const believed = new WeakMap<PayoutProvider, { reported: Promise<Balance>; until: number }>()

/** The balance as it was a few seconds ago: however many look, it is asked once, and waited for once. */
async function balanceOf(provider: PayoutProvider): Promise<ReportedBalance> {
  const now = performance.now()
  const held = believed.get(provider)
  const reported = held && held.until > now ? held.reported : inTime(provider.balance())
  if (reported !== held?.reported) believed.set(provider, { reported, until: now + BELIEF_MS })
  const balance = await reported
  if ('problem' in balance) return { ...NO_BALANCE, problem: balance.problem }
  return { balancePaise: balance.paise, asOf: balance.asOf.toISOString(), problem: null }
}

async function inTime(balance: Promise<Balance>): Promise<Balance> {
  const waiting = new AbortController()
  const late = delay(PATIENCE_MS, null, { signal: waiting.signal, ref: false }).catch(() => null)
  const reported = await Promise.race([balance, late])
  waiting.abort()
  return reported ?? { problem: `It did not answer within ${PATIENCE_MS / 1000} seconds.` }
}
