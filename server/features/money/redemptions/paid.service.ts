import { failureOf, type PaymentState } from '../../../../contract/money/payment-states.ts'
import type { MyRedemption } from '../../../../contract/money/redemptions.ts'
import type { Db, Tx } from '../../../db/database.ts'
import * as queries from './paid.queries.ts'

// Imports nothing of redemptions, which ask here what became of their money.

const SHOWN: Record<PaymentState, NonNullable<MyRedemption['payment']>['state']> = {
  proposed: 'on_its_way',
  declined: 'failed',
  queued: 'on_its_way',
  processing: 'on_its_way',
  unknown: 'on_its_way',
  processed: 'paid',
  failed: 'failed',
  reversed: 'reversed',
}

/** The last payment of each of some redemptions as their members see it; one without any has no entry. */
export async function paymentsOf(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<Map<string, MyRedemption['payment']>> {
  const rows = await queries.lastPayments(db, redemptionIds)
  return new Map(
    rows.map(
      ({ redemptionId, state, netPaise, taxPaise, utr, since, failureCode, detailsAskedAt }) => [
        redemptionId,
        {
          state: SHOWN[state],
          netPaise,
          taxPaise,
          utr,
          at: since.toISOString(),
          words: failureCode && failureOf(failureCode).words,
          detailsAskedAt: detailsAskedAt?.toISOString() ?? null,
        },
      ],
    ),
  )
}

/** Payments of a member that may still move money. */
export async function countOpenPayments(tx: Tx, memberId: number): Promise<number> {
  return queries.countOpenPayments(tx, memberId)
}
