import type { IncomingHttpHeaders } from 'node:http'
import { formatPaise } from '../../../../contract/money.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { raiseAlert } from './alert.service.ts'
import { applyTold, type Applied } from './apply.service.ts'
import { lockedPayment } from './payment-step.service.ts'
import { paymentNamed } from './payments.queries.ts'
import type { Notice, Told } from './provider.ts'
import { tellPayee } from './tell-payee.ts'
import * as queries from './webhook.queries.ts'

const PROVIDER = 'razorpayx'

type News = { redemptionId: string; news: NonNullable<Applied['news']> }

/**
 * Takes an event that the provider sent by itself. Its signature over the raw body stands for a
 * sign-in: a wrong one is 401, and nothing is done. An event has one effect, however often it comes,
 * because it is written down in the transaction of what it does.
 */
export async function receiveWebhook(
  context: Context,
  raw: Buffer,
  headers: IncomingHttpHeaders,
): Promise<{ received: true }> {
  const { payouts, db } = context
  if (!payouts) throw new AppError('not_found', 'No provider that sends events is set up here.')
  const notice = payouts.readNotice(raw, headers)
  if (!notice) throw new AppError('unauthenticated', 'The signature is not right.')
  const told = await transaction(db, (tx) => receive(tx, context, notice))
  if (told) tellPayee(context, told.redemptionId, told.news)
  return { received: true }
}

async function receive(tx: Tx, context: Context, notice: Notice): Promise<News | null> {
  const { eventId, event, told } = notice
  const at = context.now()
  const isNew = await queries.insertWebhook(tx, {
    provider: PROVIDER,
    event_id: eventId,
    event,
    received_at: at,
    provider_id: told?.providerId ?? null,
    provider_state: told?.providerState ?? null,
    outcome: 'other',
    payment_id: null,
  })
  if (!isNew || told === null) return null
  const paymentId = await paymentNamed(tx, { provider: PROVIDER, ...told })
  if (paymentId === null) {
    await alertUnknown(tx, told, at)
    await queries.setOutcome(tx, eventId, { outcome: 'unknown payout' })
    return null
  }
  const locked = await lockedPayment(tx, paymentId)
  const { outcome, news } = await applyTold(tx, context, locked, told, { source: 'webhook', at })
  await queries.setOutcome(tx, eventId, { outcome, payment_id: paymentId })
  return news && { redemptionId: locked.redemption.redemptionId, news }
}

/** Money that left our account for nothing that is known here is for a person to look at. */
async function alertUnknown(tx: Tx, told: Told, at: Date): Promise<void> {
  const { providerId, providerState, amountPaise, number } = told
  const called = number === null ? '' : `, called ${number},`
  const words = `RazorpayX tells of a payout ${providerId}${called} of ${formatPaise(amountPaise)} (${providerState}) that is not known here.`
  const finding = { kind: 'unknown_payout' as const, at, words, payment: null }
  await raiseAlert(tx, { ...finding, provider: PROVIDER, providerId })
}
