import { number, type Db } from '../../../../db/database.ts'

/** What a receipt tells of a payment, besides its tax. */
export async function receiptFacts(db: Db, paymentId: string) {
  return db
    .selectFrom('payment as p')
    .innerJoin('redemption as r', 'r.redemption_id', 'p.redemption_id')
    .innerJoin('member as m', 'm.member_id', 'p.member_id')
    .select((select) => [
      'p.number',
      'p.state',
      'p.provider',
      'p.mode',
      'p.kind',
      'p.destination',
      number(select.ref('p.gross_paise')).as('grossPaise'),
      number(select.ref('p.tax_paise')).as('taxPaise'),
      number(select.ref('p.net_paise')).as('netPaise'),
      'p.utr',
      'p.processed_at as processedAt',
      'p.reversed_at as reversedAt',
      'r.number as redemptionNumber',
      'r.points',
      'm.code as memberCode',
      'm.name as memberName',
      'm.language',
    ])
    .where('p.payment_id', '=', paymentId)
    .executeTakeFirst()
}
export type ReceiptFacts = NonNullable<Awaited<ReturnType<typeof receiptFacts>>>
