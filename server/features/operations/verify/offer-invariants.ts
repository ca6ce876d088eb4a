import type { Invariant } from './invariant.ts'

/** What must be true of gifts and banners. */
export const OFFER_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The stock of a gift is what was put in by hand less what was asked for and not given up',
    sql: `select g.gift_id, g.stock, p.put_in, a.asked from gift g
      left join (select gift_id, sum(change) as put_in from gift_stock_change group by gift_id) p
        using (gift_id)
      left join (select gift_id, sum(quantity) as asked from redemption
        where gift_id is not null and state not in ('rejected', 'cancelled') group by gift_id) a
        using (gift_id)
      where g.stock <> coalesce(p.put_in, 0) - coalesce(a.asked, 0)`,
  },
  {
    name: 'Banners stand at places from 1 without a hole',
    sql: `select count(*) as banners, min(position) as first, max(position) as last from banner
      having min(position) <> 1 or max(position) <> count(*)
        or count(distinct position) <> count(*)`,
  },
  {
    name: 'A banner leads to the offer that its target names',
    sql: `select banner_id, offer_id, target from banner
      where offer_id is distinct from
        case when target ->> 'to' = 'offer' then (target ->> 'offerId')::int end`,
  },
]
