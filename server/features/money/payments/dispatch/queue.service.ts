import { formatPaise } from '../../../../../contract/money.ts'
import type { PaymentMode } from '../../../../../contract/money/payment-states.ts'
import type { Context } from '../../../../context.ts'
import type { Tx } from '../../../../db/database.ts'
import { equalBytes } from '../../../../lib/crypto.ts'
import { payableDestination, type PayableDestination } from '../../../people/kyc/index.ts'
import { type Checked, checkRedemptions, stopsOf } from '../../redemptions/index.ts'
import { takeTax } from '../../tax/index.ts'
import { lockedPayment, endUnpaid, stepPayment, type Locked } from '../payment-step.service.ts'
import * as queries from './queue.queries.ts'
import { openAlerts } from '../reconcile/alert.service.ts'
import type { PayoutRequest } from '../provider/provider.ts'
import { sealRequest } from './sealed-request.ts'

/** The least that a bank transfer or UPI payment can carry. */
const LEAST_PAISE = 100
/** IMPS carries up to ₹5,00,000; NEFT more. */
const MOST_BY_IMPS_PAISE = 50_000_000

export type Claim =
  | { kind: 'sent'; paymentId: string; request: PayoutRequest }
  /** It could not be paid when its turn came. */
  | { kind: 'failed'; redemptionId: string; number: string; reason: string }

type Claiming = Pick<Context, 'config' | 'keys' | 'now' | 'vault' | 'db' | 'rules'>

/** Claims the oldest payment that waits to be sent over HTTP; null where none waits. */
export async function claimNext(
  tx: Tx,
  context: Claiming,
  { skip, found: tell }: { skip: readonly string[]; found: (paymentId: string) => void },
): Promise<Claim | null> {
  const found = await queries.nextQueued(tx, skip)
  if (!found) return null
  tell(found.paymentId)
  const locked = await lockedPayment(tx, found.paymentId, { withMember: true })
  // What was read before the locks may be of yesterday.
  if (locked.payment.state !== 'queued') return null
  if ((await openAlerts(tx, found.redemptionId)) > 0) return null
  const checked = await checkRedemptions(tx, context, [found.redemptionId], { next: true })
  return claim(tx, context, locked, { checked: checked.get(found.redemptionId), bankFileId: null })
}

type Claimed = { checked: Checked | undefined; bankFileId: string | null }

/**
 * Makes a queued payment ready to leave, before anything leaves: looks at the checklist once more, takes
 * the tax, and writes down the whole request, sealed, in state `processing`. From the commit on the
 * money counts as gone until somebody who knows says otherwise. All is locked by the caller.
 */
export async function claim(
  tx: Tx,
  context: Claiming,
  locked: Locked,
  { checked, bankFileId }: Claimed,
): Promise<Claim> {
  const { payment, redemption } = locked
  const at = context.now()
  const fail = async (reason: string): Promise<Claim> => {
    const why = { source: 'sender' as const, at, code: 'checklist' as const, text: reason }
    await endUnpaid(tx, context, locked, 'fail', why)
    const { redemptionId, number } = redemption
    return { kind: 'failed', redemptionId, number, reason }
  }
  if (checked === undefined || checked.verdict === 'red') return fail(stopsOf(checked?.lines ?? []))
  const { memberId, kind, paymentId, grossPaise } = payment
  const destination = await payableDestination(context, tx, memberId, kind)
  if (!destination || !equalBytes(destination.digest, payment.destinationDigest)) {
    return fail('The money would go elsewhere than it was approved for.')
  }
  const payee = await queries.payeeOf(tx, memberId)
  const { taxPaise, netPaise } = await takeTax(context, tx, {
    redemptionId: redemption.redemptionId,
    paymentId,
    memberId,
    memberKind: payee.kind,
    kind: 'money',
    valuePaise: grossPaise,
    at,
  })
  if (netPaise < LEAST_PAISE) {
    return fail(`After ${formatPaise(taxPaise)} of tax nothing would be left to pay.`)
  }
  const mode = modeOf(kind, netPaise, bankFileId)
  const request: PayoutRequest = {
    idempotencyKey: payment.idempotencyKey,
    number: payment.number,
    amountPaise: netPaise,
    mode,
    beneficiary: beneficiaryOf(destination, payee.name),
    contact: { reference: payee.code, name: payee.name },
  }
  const sealed = await sealRequest(context.vault, paymentId, request)
  await stepPayment(tx, payment, {
    action: 'send',
    at,
    source: 'sender',
    note: `${formatPaise(netPaise)} by ${mode} to ${payment.destination}`,
    changes: {
      tax_paise: taxPaise,
      net_paise: netPaise,
      mode,
      sealed,
      sent_at: at,
      tried_at: at,
      tries: 1,
      next_poll_at: bankFileId === null ? afterTry(context, at) : null,
      bank_file_id: bankFileId,
    },
  })
  return { kind: 'sent', paymentId, request }
}

/** When a try that told nothing by then is looked into: after its answer can no longer come. */
export function afterTry({ config }: Pick<Context, 'config'>, at: Date): Date {
  const seconds = 2 * config.PAYOUT_TIMEOUT_SECONDS + config.PAYOUT_POLL_SECONDS
  return new Date(at.getTime() + seconds * 1000)
}

function modeOf(kind: 'bank' | 'upi', netPaise: number, bankFileId: string | null): PaymentMode {
  if (kind === 'upi') return 'UPI'
  return bankFileId === null && netPaise <= MOST_BY_IMPS_PAISE ? 'IMPS' : 'NEFT'
}

function beneficiaryOf({ parts }: PayableDestination, name: string): PayoutRequest['beneficiary'] {
  return parts.kind === 'upi' ? { ...parts, name } : parts
}
