// Redemptions, payments, tax and parcels, from what the walk wrote into bench_redemption.
import { digestSql, idSql, momentSql, spread, upTo } from './fill-people.ts'
import type { Sizes } from './sizes.ts'

const PAN = `case when ${spread('member_id', 8, 100)} >= 28 then ${digestSql(`'pan' || member_id`)} end`

export function fillMoney(sizes: Sizes): string[] {
  const { gifts, bankFiles } = sizes
  const at = (part: string) => momentSql(sizes, part)
  const gift = `(${spread('id', 31, gifts)} + 1)`
  return [
    `insert into gift (code, name, points, value_paise, stock, active)
      select 'G' || n, 'Gift ' || n, 100 * n, 10000 * n, 1000, n % 9 > 0 from ${upTo(gifts)}`,
    `insert into redemption (redemption_id, number, member_id, kind, state, points, point_value_paise,
        amount_paise, benefit_paise, gift_id, quantity, destination, destination_digest, approvals_needed,
        requested_at, requested_by, approved_at, changed_at, reject_reason, key_digest, body_digest)
      select id, 'RD' || 100000 + row_number() over (order by id), member_id, kind, state, points, 100,
        points::bigint * 100, points::bigint * 100, case when kind = 'gift' then ${gift} end, 1,
        case kind when 'bank' then 'XXXX ' || 1000 + member_id % 9000 when 'upi' then 'r•••@upi' end,
        case when kind <> 'gift' then ${digestSql(`'to' || member_id`)} end, 1, asked_at, null,
        case when state not in ('requested','rejected','cancelled') then asked_at + interval '1 hour' end,
        coalesce(ended_at, asked_at + interval '1 hour'),
        case when state = 'rejected' then 'The account is of somebody else' end, int8send(id), ''
      from bench_redemption order by id`,
    `insert into redemption_event (redemption_id, at, staff_id, role, action, state, note)
      select redemption_id, at, staff_id, role, action, state, null from (
        select redemption_id, requested_at as at, null::int as staff_id, null as role, 'request' as action,
          'requested' as state, 1 as step from redemption
        union all
        select redemption_id, approved_at, 4, 'finance', 'approve', 'approved', 2 from redemption
        where approved_at is not null
        union all
        select redemption_id, changed_at, case when state = 'cancelled' then null else 2 end,
          case when state = 'cancelled' then null else 'finance' end,
          case state when 'paid' then 'pay' when 'rejected' then 'reject' when 'cancelled' then 'cancel'
            when 'failed' then 'fail' when 'reversed' then 'reverse' else 'queue' end, state, 3
        from redemption where state not in ('requested','approved')) e
      order by at, redemption_id, step`,
    `insert into bank_file (bank_file_id, number, made_at, made_by, payments, total_paise, downloads)
      select ${idSql(at(`n / ${bankFiles}.0`), 'n % 4096')}, 'BF' || 1000 + n, ${at(`n / ${bankFiles}.0`)}, 2, 1, 1, 1
      from ${upTo(bankFiles)}`,
    `create unlogged table bench_bank_file as select row_number() over (order by bank_file_id) as n, bank_file_id
      from bank_file`,
    ...payments(sizes),
    ...benefits(sizes),
    ...parcels(),
    `update gift g set stock = 1000 where true`,
    `insert into gift_stock_change (gift_id, at, change, stock_after, reason)
      select gift_id, ${at('0')}, stock + coalesce(asked, 0), stock + coalesce(asked, 0), 'Bought' from gift
      left join (select gift_id, sum(quantity)::int as asked from redemption
        where state not in ('rejected','cancelled') group by gift_id) r using (gift_id)`,
  ]
}

/** One attempt for each redemption that got so far; of every fiftieth a failed one before it. */
function payments(sizes: Sizes): string[] {
  const { bankFiles } = sizes
  return [
    `create unlogged table bench_payment as
      select row_number() over (order by r.redemption_id, attempt) as n, r.*, attempt, attempt = attempts as is_last
      from redemption r
      cross join lateral (select case when (hashint8(redemption_id) & 1023) < 20 then 2 else 1 end as attempts) a
      cross join lateral generate_series(1, attempts) attempt
      where kind <> 'gift' and state in ('payment_pending','paid','failed','reversed')`,
    `insert into payment (payment_id, number, redemption_id, attempt, member_id, provider, kind, mode, state,
        idempotency_key, gross_paise, tax_paise, net_paise, destination, destination_digest, sealed, provider_id,
        provider_state, utr, failure_code, failure_told, bank_file_id, initiated_by, initiated_at, reason,
        decided_by, decided_at, since, sent_at, tried_at, tries, processed_at, reversed_at)
      select id, 'PY' || 100000 + n, redemption_id, attempt, member_id, provider, kind,
        case kind when 'upi' then 'UPI' else 'IMPS' end, made, 'hil-' || n, amount_paise,
        case when sent then 0 end, case when sent then amount_paise end, destination, destination_digest,
        case when made in ('processing','unknown') then '\\x02'::bytea || int4send((select max(key_id) from data_key
          where purpose = 'seal')) || '\\x00' end,
        case when sent and provider = 'razorpayx' then 'pout_' || n end,
        case when sent then made end, case when made in ('processed','reversed') then 'UTR' || lpad(n::text, 9, '0') end,
        case made when 'failed' then (array['bank_account_invalid','beneficiary_bank_offline','gateway_timeout',
          'insufficient_funds','imps_not_allowed'])[n % 5 + 1] when 'reversed' then 'returned' end,
        case when made in ('failed','reversed') then 'told' end,
        case when sent and provider = 'bank-file'
          then (select bank_file_id from bench_bank_file f where f.n = m.n % ${bankFiles} + 1) end,
        2, began, case when made in ('proposed','declined') then 'Another account' end,
        case when made = 'declined' then 3 end, case when made = 'declined' then changed_at end, greatest(changed_at, began + interval '1 minute'),
        case when sent then began end, case when sent then began end, case when sent then 1 else 0 end,
        case when made in ('processed','reversed') then changed_at end,
        case when made = 'reversed' then changed_at end
      from (select b.*, ${idSql('approved_at', '(5 << 12) | (n & 4095)')} as id,
          approved_at + interval '1 minute' as began,
          case when n % 5 = 0 and kind = 'bank' then 'bank-file' else 'razorpayx' end as provider, s.made,
          s.made not in ('proposed','declined','queued') as sent
        from bench_payment b
        cross join lateral (select case when not is_last then 'failed' else case state
          when 'paid' then 'processed' when 'reversed' then 'reversed'
          when 'failed' then case when n % 9 = 0 then 'declined' else 'failed' end
          else (array['queued','queued','queued','processing','unknown','proposed'])[n % 6 + 1] end end as made) s) m
      order by n`,
    `update bank_file f set payments = p.payments, total_paise = p.paise
      from (select bank_file_id, count(*) as payments, sum(net_paise) as paise from payment
        where bank_file_id is not null group by 1) p where p.bank_file_id = f.bank_file_id`,
    `delete from bank_file where total_paise = 1`,
    `insert into payment_event (payment_id, at, staff_id, source, action, state)
      select payment_id, at, staff_id, source, action, state from (
        select payment_id, initiated_at as at, 2 as staff_id, 'staff' as source, 'start' as action,
          case when state in ('proposed','declined') then 'proposed' else 'queued' end as state, 1 as step from payment
        union all
        select payment_id, since, null, 'provider', state, state, 2 from payment where state not in ('proposed','queued')) e
      order by at, payment_id, step`,
    `insert into payment_webhook (provider, event_id, event, received_at, provider_id, provider_state, outcome, payment_id)
      select provider, 'evt_' || number, 'payout.processed', since, provider_id, 'processed', 'applied', payment_id
      from payment where provider_id is not null and payment_id % 2 = 0`,
    `insert into payment_alert (kind, at, payment_id, redemption_id, provider, provider_id, words, resolved_at,
        resolved_by, note)
      select 'contradiction', since, payment_id, redemption_id, provider, provider_id, 'The provider says otherwise',
        case when (hashint8(payment_id) & 255) > 1 then since end,
        case when (hashint8(payment_id) & 255) > 1 then 2 end,
        case when (hashint8(payment_id) & 255) > 1 then 'Settled with the provider' end
      from payment where state in ('processed','reversed') and (hashint8(payment_id * 3) & 255) = 0`,
  ]
}

/** Of money that left; and some that were given outside, by the rows of files. */
function benefits(sizes: Sizes): string[] {
  const { rows } = sizes
  const outside = Math.max(Math.round(rows / 200), 100)
  const files = Math.ceil(outside / 1000)
  const at = (part: string) => momentSql(sizes, part)
  return [
    `insert into benefit (benefit_id, member_id, kind, redemption_id, payment_id, person, financial_year, given_on,
        section, form, threshold_paise, value_paise, words, recorded_at)
      select payment_id + 1, member_id, 'money', redemption_id, payment_id, ${PAN},
        extract(year from sent_at - interval '3 months')::int, sent_at::date, 'Section 393', 'Form 140', 2000000,
        gross_paise, 'Below the threshold', sent_at
      from payment where state in ('processing','unknown','processed')`,
    `insert into outside_file (file_id, name, digest, came_at, came_by, applied_at, applied_by)
      select n, 'outside-' || n || '.xlsx', ${digestSql('n::text')}, ${at('0.5')}, 1, ${at('0.5')}, 1 from ${upTo(files)}`,
    `insert into outside_file_row (file_id, line, given, member_id, day, value_paise, tax_paise, what)
      select 1 + n / 1000, 1 + n % 1000, '{}', ${spread('n', 33, sizes.members - sizes.erased)} + 1,
        (${at(`n / ${outside}.0`)})::date, 50000, 0, 'Dinner'
      from generate_series(0, ${outside - 1}) n`,
    `insert into benefit (benefit_id, member_id, kind, person, financial_year, given_on, value_paise, words,
        recorded_at, outside_file_id, outside_line, added_by)
      select ${idSql('day::timestamptz', `(7 << 12) | (line & 4095)`)} + file_id * 4096 * 8, member_id, 'outside', ${PAN},
        extract(year from day - interval '3 months')::int, day, value_paise, what, day::timestamptz, file_id, line, 1
      from outside_file_row`,
  ]
}

function parcels(): string[] {
  return [
    `insert into parcel (redemption_id, try, state, courier, tracking_number, dispatched_at, dispatched_by,
        delivered_at, returned_at, return_reason)
      select redemption_id, 1, made, (array['Blue Dart','Delhivery','India Post'])[points % 3 + 1], 'T' || redemption_id,
        approved_at + interval '1 day', 5, case when made = 'delivered' then changed_at end,
        case when made = 'returned' then changed_at end, case when made = 'returned' then 'Nobody there' end
      from (select *, case when state = 'paid' then 'delivered'
          when (redemption_id >> 22) % 4 = 0 then 'returned' else 'dispatched' end as made from redemption
        where kind = 'gift' and state in ('paid','payment_pending')) r
      where state = 'paid' or (redemption_id >> 22) % 3 > 0`,
    `insert into benefit (benefit_id, member_id, kind, redemption_id, person, financial_year, given_on, section, form,
        threshold_paise, value_paise, words, recorded_at)
      select redemption_id + 1, member_id, 'gift', redemption_id, ${PAN},
        extract(year from changed_at - interval '3 months')::int, changed_at::date, 'Section 393', 'Form 140', 2000000,
        benefit_paise, 'Below the threshold', changed_at
      from redemption join parcel using (redemption_id) where parcel.state in ('dispatched','delivered')`,
  ]
}
