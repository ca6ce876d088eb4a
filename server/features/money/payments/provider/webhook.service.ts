import type { IncomingHttpHeaders } from 'node:http'
import { formatPaise } from '../../../../../contract/money.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import { AppError } from '../../../../lib/app-error.ts'
import { raiseAlert } from '../reconcile/alert.service.ts'
import { recordStatus, type Recorded } from '../reconcile/record-status.service.ts'
import { lockedPayment } from '../payment-step.service.ts'
import { paymentNamed } from '../payments.queries.ts'
import type { Notice, PayoutUpdate } from './provider.ts'
import { tellPayee } from '../tell-payee.ts'
import * as queries from './webhook.queries.ts'

const PROVIDER = 'razorpayx'

type FinalStatus = { redemptionId: string; finalStatus: NonNullable<Recorded['finalStatus']> }

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
  const update = await transaction(db, (tx) => receive(tx, context, notice))
  if (update) tellPayee(context, update.redemptionId, update.finalStatus)
  return { received: true }
}

async function receive(tx: Tx, context: Context, notice: Notice): Promise<FinalStatus | null> {
  const { eventId, event, update } = notice
  const at = context.now()
  const isNew = await queries.insertWebhook(tx, {
    provider: PROVIDER,
    event_id: eventId,
    event,
    received_at: at,
    provider_id: update?.providerId ?? null,
    provider_state: update?.providerState ?? null,
    outcome: 'other',
    payment_id: null,
  })
  if (!isNew || update === null) return null
  const paymentId = await paymentNamed(tx, { provider: PROVIDER, ...update })
  if (paymentId === null) {
    await alertUnknown(tx, update, at)
    await queries.setOutcome(tx, eventId, { outcome: 'unknown payout' })
    return null
  }
  const locked = await lockedPayment(tx, paymentId)
  const { outcome, finalStatus } = await recordStatus(tx, context, locked, update, {
    source: 'webhook',
    at,
  })
  await queries.setOutcome(tx, eventId, { outcome, payment_id: paymentId })
  return finalStatus && { redemptionId: locked.redemption.redemptionId, finalStatus }
}

/** Money that left our account for nothing that is known here is for a person to look at. */
async function alertUnknown(tx: Tx, update: PayoutUpdate, at: Date): Promise<void> {
  const { providerId, providerState, amountPaise, number } = update
  const called = number === null ? '' : `, called ${number},`
  const words = `RazorpayX tells of a payout ${providerId}${called} of ${formatPaise(amountPaise)} (${providerState}) that is not known here.`
  const finding = { kind: 'unknown_payout' as const, at, words, payment: null }
  await raiseAlert(tx, { ...finding, provider: PROVIDER, providerId })
}
