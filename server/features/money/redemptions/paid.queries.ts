import { sql } from 'kysely'
import type { FailureCode, PaymentState } from '../../../../contract/money/payment-states.ts'
import { OPEN_PAYMENT_STATES } from '../../../../contract/money/payment-states.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'

export type LastPayment = {
  redemptionId: string
  state: PaymentState
  netPaise: number | null
  taxPaise: number | null
  utr: string | null
  since: Date
  failureCode: FailureCode | null
  detailsAskedAt: Date | null
}

/** The last attempt at each of some redemptions. */
export async function lastPayments(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<LastPayment[]> {
  if (redemptionIds.length === 0) return []
  const { rows } = await sql<LastPayment>`
    select distinct on (redemption_id) redemption_id as "redemptionId", state,
      net_paise::float8 as "netPaise", tax_paise::float8 as "taxPaise", utr, since,
      failure_code as "failureCode",
      (select max(e.at) from payment_event e
        where e.payment_id = payment.payment_id and e.action = 'ask_details') as "detailsAskedAt"
    from payment where redemption_id = any(${redemptionIds}::bigint[])
    order by redemption_id, attempt desc`.execute(db)
  return rows
}

export async function countOpenPayments(tx: Tx, memberId: number): Promise<number> {
  const { open } = await tx
    .selectFrom('payment')
    .select((select) => number(select.fn.countAll()).as('open'))
    .where('member_id', '=', memberId)
    .where('state', 'in', OPEN_PAYMENT_STATES)
    .executeTakeFirstOrThrow()
  return open
}
