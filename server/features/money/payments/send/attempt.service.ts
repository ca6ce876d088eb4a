import { randomUUID } from 'node:crypto'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { Tx } from '../../../../db/database.ts'
import { makeStaffChangeId } from '../../../../lib/ids.ts'
import type { LockedRedemption } from '../../redemptions/index.ts'
import * as queries from '../payments.queries.ts'

export type NewAttempt = {
  redemption: LockedRedemption
  kind: 'bank' | 'upi'
  provider: Provider
  state: 'queued' | 'proposed'
  destination: { mask: string; digest: Buffer }
  by: { staffId: number }
  at: Date
  reason?: string
}

/**
 * Writes down another attempt at a redemption that is locked, with a key of its own: the same one
 * for every try of it, and never one of another attempt. The index on open attempts refuses a second.
 */
export async function insertAttempt(
  tx: Tx,
  { redemption, kind, provider, state, destination, by, at, reason }: NewAttempt,
): Promise<{ paymentId: string; number: string }> {
  const { redemptionId, memberId, amountPaise } = redemption
  const last = await queries.lastPayment(tx, redemptionId)
  const number = await queries.nextNumber(tx)
  const row = {
    number,
    redemption_id: redemptionId,
    attempt: (last?.attempt ?? 0) + 1,
    member_id: memberId,
    provider,
    kind,
    state,
    idempotency_key: randomUUID(),
    gross_paise: amountPaise,
    destination: destination.mask,
    destination_digest: destination.digest,
    initiated_by: by.staffId,
    initiated_at: at,
    reason: reason ?? null,
    since: at,
    ...NOTHING_YET,
  }
  for (;;) {
    const paymentId = makeStaffChangeId(at.getTime())
    if (!(await queries.insertPayment(tx, { payment_id: paymentId, ...row }))) continue
    await queries.insertEvent(tx, {
      payment_id: paymentId,
      at,
      staff_id: by.staffId,
      source: 'staff',
      action: state === 'queued' ? 'queue' : 'propose',
      state,
      note: reason ?? null,
    })
    return { paymentId, number }
  }
}

/** Where a redemption's money goes; a gift has no such place. */
export async function destinationOf(
  tx: Tx,
  { redemptionId, number }: LockedRedemption,
): Promise<{ mask: string; digest: Buffer }> {
  const { mask, digest } = await queries.destinationOf(tx, redemptionId)
  if (mask === null || digest === null) throw new Error(`${number} has no destination.`)
  return { mask, digest }
}

const NOTHING_YET = {
  mode: null,
  tax_paise: null,
  net_paise: null,
  sealed: null,
  provider_id: null,
  provider_state: null,
  utr: null,
  failure_code: null,
  failure_told: null,
  bank_file_id: null,
  decided_by: null,
  decided_at: null,
  sent_at: null,
  tried_at: null,
  next_poll_at: null,
  processed_at: null,
  reversed_at: null,
}
