import type { PaymentRow } from '../../../../contract/money/payments.ts'

/** What must be known of a redemption to pay it. */
export type Payable = Pick<
  PaymentRow,
  'redemptionId' | 'redemptionNumber' | 'memberName' | 'kind' | 'grossPaise' | 'destination'
>

export const grossOf = (rows: readonly Pick<PaymentRow, 'grossPaise'>[]): number =>
  rows.reduce((sum, { grossPaise }) => sum + grossPaise, 0)
