// Schemes before the walk; after it charges, adjustments, settlements and what else follows from it.
import { digestSql, momentSql, spread, upTo } from './fill-people.ts'
import type { Sizes } from './sizes.ts'

export function fillSchemes(sizes: Sizes): string[] {
  const { schemes, chargeRules } = sizes
  const at = (part: string) => momentSql(sizes, part)
  return [
    `insert into scheme (name, kind, value, slabs, from_at, to_at, priority, status, budget, member_kinds, states,
        product_ids, created_by, created_at, note)
      select 'Scheme ' || n, case when n % 5 = 4 and n > ${schemes} then 'slab' when n % 5 = 3 then 'multiplier' else 'fixed' end,
        case when n % 5 = 4 and n > ${schemes} then null when n % 5 = 3 then 120 else 10 end,
        case when n % 5 = 4 and n > ${schemes} then '[{"from":1,"points":5}]'::jsonb end,
        ${at(`(n - 1) / ${schemes}.0`)}, ${at(`n / ${schemes}.0`)}, n,
        case when n > ${schemes} then 'draft' when n = ${schemes} then 'active' when n = ${schemes} - 1 then 'paused' else 'ended' end,
        1000000000, case when n % 3 = 0 then array['mason'] else '{}' end, case when n % 4 = 0 then array[27::smallint] else '{}' end,
        case when n % 5 = 0 then array[3] else '{}' end, 1, ${at(`(n - 2) / ${schemes}.0`)}, null
      from ${upTo(schemes + 10)}`,
    `insert into scheme_event (scheme_id, at, staff_id, action)
      select scheme_id, created_at, 1, 'draft' from scheme
      union all select scheme_id, from_at, 1, 'activate' from scheme where status <> 'draft'
      union all select scheme_id, to_at, null, 'end' from scheme where status = 'ended'`,
    `insert into charge_rule (product_groups, tiers, kind, paise, from_day, to_day, created_by, created_at)
      select array[(array['Putty','Cement','Paint','Tile glue'])[n % 4 + 1]],
        array[(array['standard','silver','gold'])[n % 3 + 1]], 'coupon', 50 + n,
        (${at('0')})::date - 1 + case when n > 12 then 400 else 0 end,
        case when n > 12 then (${at('0')})::date + 400 end, 1, ${at('0')}
      from ${upTo(chargeRules)}`,
  ]
}

/** After the walk: charges of the scans that name a retailer, and what was decided by staff. */
export function fillAfterWalk(sizes: Sizes): string[] {
  const { now, distributors, rows } = sizes
  const downloads = Math.max(Math.round(rows / 1000), 100)
  const at = (part: string) => momentSql(sizes, part)
  return [
    `insert into handling_charge (retailer_id, scan_id, member_id, rule_id, product_id, points, paise, state, recorded_at,
        due_at)
      select retailer_id, id, member_id, product_id, product_id, points, 50 + product_id,
        case when review = 0 then 0 when review = 2 then 2 else 1 end, recorded_at,
        case when review = 0 or review = 2 then null else recorded_at end
      from scan where retailer_id is not null and result = 0 order by id`,
    `insert into rollup_charge (rule_id, day, slot, charges, paise)
      select rule_id, (due_at at time zone 'Asia/Kolkata')::date, 0, count(*), sum(paise) from handling_charge
      where state = 1 group by 1, 2`,
    `insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by, requested_at, decided_by,
        decided_at, idempotency_key, body_hash)
      select id, member_id, 25, 'Goodwill', 'approved', 4, at, 1, at, 'k' || id, '' from bench_adjustment`,
    `insert into points_adjustment (adjustment_id, member_id, points, reason, state, requested_by, requested_at, decided_by,
        decided_at, idempotency_key, body_hash)
      select id + 1, member_id, -10, 'Mistake', case when (id >> 22) % 5 = 0 then 'requested' else 'rejected' end, 4, at,
        case when (id >> 22) % 5 = 0 then null else 1 end, case when (id >> 22) % 5 = 0 then null else at end,
        'r' || id, '' from bench_adjustment where (id >> 22) % 10 < 2`,
    `insert into scheme_lease (scheme_id, slot, granted, spent)
      select scheme_id, 0, sum(points), sum(points) from rollup_scheme group by 1`,
    `update scheme s set leased = l.granted from scheme_lease l where l.scheme_id = s.scheme_id`,
    `insert into rollup_batch (batch_id, slot, scanned)
      select batch_id, 0, scanned from bench_batch_count where scanned > 0`,
    `insert into batch_count (batch_id, printed, activated, deactivated, blocked)
      select batch_id, printed, activated, deactivated, blocked from bench_batch_count`,
    `insert into settlement_month (month, computed_at, computed_by, point_value_paise, totals, ages)
      select month, month + interval '1 month', 2, 100, null, null from ${months(now)}`,
    `insert into settlement (month, distributor_id, state, members, opening, moved, earned, bonus, reversed, redeemed, returned,
        expired, adjusted, available, held, charges, charge_paise, computed_at, computed_by, approved_at, approved_by,
        settled_at, settled_by, settled_reference)
      select month, d, 'settled', 100, 0, 0, 5000, 100, 0, 1000, 0, 0, 0, 4000, 100, 10, 600, month + interval '1 month', 2,
        month + interval '32 days', 3, month + interval '33 days', 2, 'NEFT' from ${months(now)}, generate_series(0, ${distributors}) d`,
    `insert into report_download (staff_id, report_type, filters, requested_at, finished_at, rows)
      select 1 + ${spread('n', 71, 36)}, (array['scans','users','redemptions'])[n % 3 + 1], '{}', ${at(`n / ${downloads}.0`)},
        ${at(`n / ${downloads}.0`)}, n from ${upTo(downloads)}`,
    `insert into scan_signal (key, day, count, above)
      select 'd:' || n || ':' || (timestamptz '${now.toISOString()}' at time zone 'Asia/Kolkata')::date,
        (timestamptz '${now.toISOString()}' at time zone 'Asia/Kolkata')::date, 1 + n % 3, false
      from ${upTo(downloads)}`,
    `insert into one_time_link (token_hash, staff_id, created_at, expires_at)
      select ${digestSql('n::text')}, n, ${at('0.9')}, ${at('0.91')} from ${upTo(20)}`,
    `update member_points p set available = a.available from member_account a where a.member_id = p.member_id`,
    `update member_account a set blocked = true from member m
      where m.member_id = a.member_id and m.status <> 0`,
  ]
}

/** The twelve months before the one that runs. */
const months = (now: Date) =>
  `(select (date_trunc('month', timestamptz '${now.toISOString()}') - interval '1 month' * i)::date as month
    from generate_series(1, 12) i) months`
