import { OPEN_PAYMENT_STATES } from '../../../../contract/money/payment-states.ts'
import type { Invariant } from './invariant.ts'

const OPEN = OPEN_PAYMENT_STATES.map((state) => `'${state}'`).join(', ')

/** What must be true of the money that was paid for redemptions. */
export const PAYMENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'No more rupees are paid for a redemption than its points are worth',
    sql: `select r.redemption_id, r.amount_paise, p.paid from redemption r
      join (select redemption_id, sum(net_paise + tax_paise) as paid from payment
        where state = 'processed' group by redemption_id) p using (redemption_id)
      where p.paid > r.amount_paise`,
  },
  {
    name: 'A payment is what its redemption is worth, less the tax',
    sql: `select p.payment_id, p.gross_paise, p.tax_paise, p.net_paise, r.amount_paise
      from payment p join redemption r using (redemption_id)
      where p.gross_paise <> r.amount_paise or p.member_id <> r.member_id or p.kind <> r.kind
        or p.net_paise <> p.gross_paise - p.tax_paise
        or p.net_paise is null and p.state in ('processing', 'unknown', 'processed', 'reversed')`,
  },
  {
    name: 'At most one payment of a redemption is open',
    sql: `select redemption_id, count(*) from payment where state in (${OPEN})
      group by redemption_id having count(*) > 1`,
  },
  {
    name: 'No UTR stands twice',
    sql: `select utr, count(*) from payment where utr is not null
      group by utr having count(*) > 1`,
  },
  {
    name: 'A redemption of money stands as its payments do',
    sql: `select r.redemption_id, r.state, p.last, p.paid from redemption r
      left join (select redemption_id, count(*) filter (where state = 'processed') as paid,
          (array_agg(state order by attempt desc))[1] as last
        from payment group by redemption_id) p using (redemption_id)
      where r.kind <> 'gift' and (coalesce(p.paid, 0) <> case when r.state = 'paid' then 1 else 0 end
        or not case r.state
          when 'payment_pending' then coalesce(p.last in (${OPEN}), false)
          when 'paid' then coalesce(p.last = 'processed', false)
          when 'failed' then coalesce(p.last in ('failed', 'declined'), false)
          when 'reversed' then coalesce(p.last = 'reversed', false)
          when 'cancelled' then coalesce(p.last in ('failed', 'declined', 'reversed'), true)
          else p.last is null end)`,
  },
  {
    name: 'The attempts at a redemption follow each other without a gap',
    sql: `select redemption_id, count(*), max(attempt) from payment
      group by redemption_id having count(*) <> max(attempt)`,
  },
  {
    name: 'Money that left counts with its tax as a benefit, and no other does',
    sql: `select p.payment_id, b.benefit_id, p.state, b.value_paise, b.tax_paise from payment p
      full join (select * from benefit where kind = 'money' and undone_at is null) b
        using (payment_id)
      where case when p.state in ('processing', 'unknown', 'processed')
        then b.benefit_id is null or b.value_paise <> p.gross_paise
          or b.tax_paise <> p.tax_paise or b.redemption_id <> p.redemption_id
          or b.member_id <> p.member_id
        else b.benefit_id is not null end`,
  },
  {
    name: 'The request of a payment is kept, sealed, while it is on its way and no longer',
    sql: `select payment_id, state from payment
      where (sealed is not null) <> (state in ('processing', 'unknown'))`,
  },
  {
    name: 'A payment stands where its last event left it',
    sql: `select p.payment_id, p.state, e.state as told from payment p
      left join (select distinct on (payment_id) payment_id, state from payment_event
        order by payment_id, event_id desc) e using (payment_id)
      where e.state is distinct from p.state`,
  },
  {
    name: 'Nobody decides about a payment that they proposed',
    sql: `select payment_id, initiated_by, decided_by from payment
      where decided_by = initiated_by or state = 'declined' and decided_by is null`,
  },
  {
    name: 'A bank file is the sum of its payments',
    sql: `select f.bank_file_id, f.payments, f.total_paise, p.payments as there, p.paise
      from bank_file f
      left join (select bank_file_id, count(*) as payments, sum(net_paise) as paise
        from payment where bank_file_id is not null group by bank_file_id) p using (bank_file_id)
      where p.payments is distinct from f.payments::bigint
        or p.paise is distinct from f.total_paise::numeric`,
  },
]
