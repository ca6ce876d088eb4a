import { randomUUID } from 'node:crypto'
import { transaction } from '../../../db/database.ts'
import { makeStaffChangeId } from '../../../lib/ids.ts'
import type { TestServer } from '../../../test/server.ts'
import { lockedRedemption, move } from '../redemptions/redemption-move.service.ts'
import { takeTax, undoTax } from './tax.service.ts'

type Sent = { paymentId: string; taxPaise: number; netPaise: number }
type Way = { at?: Date; until?: 'processing' | 'processed' }

/** Pays an approved redemption of money as a bank would, with its tax; what is too small is not sent. */
export async function payOut(
  { context }: Pick<TestServer, 'context'>,
  redemptionId: string,
  { at = new Date(), until = 'processed' }: Way = {},
): Promise<Sent> {
  return transaction(context.db, async (tx) => {
    const { memberId, amountPaise, number } = await lockedRedemption(tx, redemptionId)
    const paymentId = makeStaffChangeId(Date.now())
    const { attempt, memberKind } = await tx
      .selectFrom('member')
      .select((select) => [
        'kind as memberKind',
        select
          .selectFrom('payment')
          .select(({ fn }) => fn.countAll<string>().as('attempt'))
          .where('redemption_id', '=', redemptionId)
          .as('attempt'),
      ])
      .where('member_id', '=', memberId)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('payment')
      .values({
        payment_id: paymentId,
        number: `PY${paymentId}`,
        redemption_id: redemptionId,
        attempt: Number(attempt) + 1,
        member_id: memberId,
        provider: 'bank-file',
        kind: 'bank',
        mode: 'NEFT',
        state: 'queued',
        idempotency_key: randomUUID(),
        gross_paise: amountPaise,
        tax_paise: null,
        net_paise: null,
        destination: '••••1234',
        destination_digest: Buffer.of(1),
        sealed: null,
        provider_id: null,
        provider_state: null,
        utr: null,
        failure_code: null,
        failure_told: null,
        bank_file_id: null,
        initiated_by: null,
        initiated_at: at,
        reason: null,
        decided_by: null,
        decided_at: null,
        since: at,
        sent_at: null,
        tried_at: null,
        next_poll_at: null,
        processed_at: null,
        reversed_at: null,
      })
      .execute()
    const kind = 'money' as const
    const given = {
      redemptionId,
      paymentId,
      memberId,
      memberKind,
      kind,
      valuePaise: amountPaise,
      at,
    }
    const { taxPaise, netPaise } = await takeTax(context, tx, given)
    if (netPaise < 100) throw new Error(`${number} is too small for its tax.`)
    const paid = until === 'processed'
    await tx
      .updateTable('payment')
      .set({
        state: until,
        tax_paise: taxPaise,
        net_paise: netPaise,
        sent_at: at,
        processed_at: paid ? at : null,
        utr: paid ? `UTR${paymentId}` : null,
      })
      .where('payment_id', '=', paymentId)
      .execute()
    await move(tx, context, redemptionId, { action: 'queue', by: null, at })
    if (paid) await move(tx, context, redemptionId, { action: 'pay', by: null, at })
    return { paymentId, taxPaise, netPaise }
  })
}

/** The money came back, or never left. */
export async function comeBack(
  { context }: Pick<TestServer, 'context'>,
  redemptionId: string,
  { paymentId }: Pick<Sent, 'paymentId'>,
): Promise<void> {
  const at = new Date()
  await transaction(context.db, async (tx) => {
    const { state } = await lockedRedemption(tx, redemptionId)
    const paid = state === 'paid'
    await tx
      .updateTable('payment')
      .set({
        state: paid ? 'reversed' : 'failed',
        ...(paid ? { reversed_at: at } : { failure_code: 'returned' }),
      })
      .where('payment_id', '=', paymentId)
      .execute()
    await undoTax(tx, { paymentId }, at)
    await move(tx, context, redemptionId, { action: paid ? 'reverse' : 'fail', by: null, at })
  })
}
