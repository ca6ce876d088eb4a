import type { z } from 'zod'
import type { paymentAlerts, PaymentAlert } from '../../../../../contract/money/payment-alerts.ts'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Db, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError, notFound } from '../../../../lib/app-error.ts'
import { isId } from '../../../../lib/ids.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { refuseNumbers } from '../../../people/kyc/index.ts'
import { ALERTED } from './alert-words.ts'
import * as queries from './alerts.queries.ts'

export type Finding = {
  kind: queries.AlertKind
  at: Date
  words: string
  payment: { paymentId: string; redemptionId: string } | null
  provider: Provider
  providerId: string | null
}

/**
 * Puts something before a person that no machine can settle. While it is open, nothing more is paid
 * for its redemption. False where the same finding waits already.
 */
export async function raiseAlert(tx: Tx, finding: Finding): Promise<boolean> {
  const { kind, at, words, payment, provider, providerId } = finding
  return queries.insertAlert(tx, {
    kind,
    at,
    words,
    payment_id: payment?.paymentId ?? null,
    redemption_id: payment?.redemptionId ?? null,
    provider,
    provider_id: providerId,
  })
}

/** How many findings about a redemption wait for a person. */
export async function openAlerts(tx: Tx, redemptionId: string): Promise<number> {
  return queries.countOpen(tx, redemptionId)
}

/** Refuses what must wait until a person has settled what was found about a redemption. */
export async function refuseWhileAlerted(
  tx: Tx,
  { redemptionId, number }: { redemptionId: string; number: string },
): Promise<void> {
  if ((await openAlerts(tx, redemptionId)) === 0) return
  throw new AppError('conflict', `${number}: ${ALERTED}`)
}

/** Findings, newest first: those that are open, or all. */
export async function paymentAlertList(
  { db }: Pick<Context, 'db'>,
  filters: z.output<NonNullable<typeof paymentAlerts.query>>,
) {
  const page = await queries.alertPage(db, filters)
  return { ...page, items: page.items.map(toAlert) }
}

function toAlert({ at, resolvedAt, ...alert }: queries.FoundAlert): PaymentAlert {
  return { ...alert, at: at.toISOString(), resolvedAt: resolvedAt?.toISOString() ?? null }
}

/** Says what a finding came to; another attempt may follow then. Of two at once the second is refused. */
export async function resolveAlert(
  { db, keys, now }: Pick<Context, 'db' | 'keys' | 'now'>,
  caller: StaffCaller,
  { alertId, note }: { alertId: string; note: string },
  { requestId }: Origin,
): Promise<PaymentAlert> {
  refuseNumbers('note', note)
  await transaction(db, async (tx) => {
    const alert = isId(alertId) && (await queries.lockAlert(tx, alertId))
    if (!alert) throw notFound('This finding')
    if (alert.resolvedAt) throw new AppError('conflict', 'This finding is settled already.')
    const at = now()
    await queries.resolve(tx, alertId, { staffId: caller.staffId, note, at })
    await writeAudit(tx, keys, {
      by: { staffId: caller.staffId, role: caller.role },
      action: 'payment.alert_resolve',
      subject: 'payment_alert',
      subjectId: alertId,
      before: { kind: alert.kind, words: alert.words },
      reason: note,
      requestId,
      at,
    })
  })
  const found = await queries.alertById(db, alertId)
  if (!found) throw notFound('This finding')
  return toAlert(found)
}

/** How many findings about each redemption wait for a person; one without any has no entry. */
export async function alertsOf(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, number>> {
  return queries.openByRedemption(db, redemptionIds)
}
