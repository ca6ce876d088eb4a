import { sql } from 'kysely'
import type { Language } from '../../../../../contract/people/members.ts'
import type { Db } from '../../../../db/database.ts'
import type { PaymentSubject } from '../payment-messages.ts'

/** Who to tell about a redemption's money, by its last payment; nobody if their data was erased. */
export async function addresseeOf(
  db: Db,
  redemptionId: string,
): Promise<(PaymentSubject & { mobile: string; language: Language }) | null> {
  const { rows } = await sql<PaymentSubject & { mobile: string; language: Language }>`
    select r.number, r.kind, r.points, r.amount_paise::float8 as "grossPaise",
      p.net_paise::float8 as "netPaise", p.tax_paise::float8 as "taxPaise",
      coalesce(p.destination, r.destination, '') as destination, p.utr, m.mobile, m.language
    from redemption r join member m using (member_id)
    left join lateral (select * from payment where redemption_id = r.redemption_id
      order by attempt desc limit 1) p on true
    where r.redemption_id = ${redemptionId} and m.erased_at is null`.execute(db)
  return rows[0] ?? null
}
