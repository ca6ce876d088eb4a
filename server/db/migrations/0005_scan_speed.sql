-- A scan at about half the cost: see docs/decisions/0009. The rows of a batch arrive as arrays of
-- these types, in PostgreSQL's binary format (server/lib/pg-binary.ts), and not as JSON text.
create type scan_attempt as (
  member_id int,
  id bigint,
  code_key uuid,
  result smallint,
  points int,
  state smallint,
  occurred_at timestamptz,
  batch_id int,
  serial int,
  plant_id smallint,
  product_id int,
  retailer_id int,
  review smallint,
  flags text[],
  lat real,
  lng real,
  device text
);
create type coupon_win as (code_key uuid, member_id int, points int);
create type account_change as (
  member_id int,
  available bigint,
  held bigint,
  transfers int,
  credited int,
  wrong int,
  wrong_before_credit int,
  place_at timestamptz,
  lat real,
  lng real,
  devices text[]
);
create type account_after as (member_id int, seq int, available bigint, held bigint);
create type transfer_draft as (
  member_id int,
  id bigint,
  ref bigint,
  kind smallint,
  credit smallint,
  points bigint,
  scheme_id int,
  occurred_at timestamptz,
  seq_behind int,
  available_behind bigint,
  held_behind bigint
);
create type day_count as (
  result smallint,
  state smallint,
  plant_id smallint,
  product_id int,
  attempts bigint,
  points bigint
);
create type batch_scans as (batch_id int, scanned bigint);
create type scheme_spend as (scheme_id int, points bigint);
create type signal_change as (key text, add int, at_most int, above boolean);

-- Indexes are the dearest part of a scan. What every scan writes leaves those that can do without it:
-- the credited scan of a code is found by whose it is and when (coupon.scanned_by, scanned_at), the
-- transfers of a scan by their ids, which are of the same moment, and plain scans (1) among all kinds.
drop index scan_code;
create index scan_refused_code on scan (code_key, id) where result <> 0;
create index scan_reversed_code on scan (code_key, id) where review = 2;
drop index transfer_ref;
create index transfer_ref on transfer (member_id, ref) where kind not in (1, 2);
drop index transfer_kind;
create index transfer_kind on transfer (kind, id) where kind <> 1;

-- On which devices a member was counted today, kept with the day's other counts of the member: a
-- mark for each member and device in scan_signal cost a shared row a scan.
alter table member_account add devices text[] not null default '{}';
update member_account a
set devices = m.devices
from (
  select substring(key from ':(\d+)$')::int as member_id, day,
    array_agg(substring(key from '^m:(.*):\d+$')) as devices
  from scan_signal where key like 'm:%' group by 1, 2
) m
where m.member_id = a.member_id and m.day = a.day;
delete from scan_signal where key like 'm:%';

-- Which counters passed their limit: few, so these alone are looked up before every batch.
alter table scan_signal add above boolean not null default false;
update scan_signal set above = true; -- of those there are, the limits are not known here
create index scan_signal_above on scan_signal (key, day) where above;

drop function apply_scans;

-- Applies a batch of scans that the engine has decided (plan.ts names the fields): all of it or
-- nothing. Where the world is no longer as the lookup saw it, SC001 tells the engine to look and
-- decide again. Every caller locks in the order of the statements below, which are set-based and call
-- nothing volatile: times and ids come from outside. Gives the points that are available after it, in
-- the order of p_members.
create function apply_scans(
  p_at timestamptz, -- when the batch is recorded
  p_day date, -- the day of p_at in Asia/Kolkata
  p_slot smallint, -- the writer slot whose rollup and lease rows are ours alone
  p_scans_per_day int,
  p_wrong_per_day int,
  p_coupons uuid[], -- the coupons of p_wins
  p_wins coupon_win[],
  p_scans scan_attempt[],
  p_members int[], -- the members of p_accounts, in ascending order
  p_accounts account_change[],
  p_transfers transfer_draft[],
  p_days day_count[],
  p_batches batch_scans[],
  p_spends scheme_spend[],
  p_signals signal_change[]
) returns bigint[] language plpgsql as $$
declare
  v_count int;
  v_after account_after[];
  v_available bigint[];
begin
  -- First scan wins: who comes second finds the coupon no longer active (1) but scanned (3).
  if cardinality(p_coupons) > 0 then
    update coupon c
    set status = 3, scanned_at = p_at, scanned_by = x.member_id, scanned_points = x.points
    from (select * from unnest(p_wins)) x
    where c.code_key = x.code_key and c.code_key = any(p_coupons) and c.status = 1;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_coupons) then
      raise exception 'a coupon changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  insert into scan (member_id, id, code_key, result, points, state, occurred_at, recorded_at,
    batch_id, serial, plant_id, product_id, retailer_id, review, flags, lat, lng, device)
  select member_id, id, code_key, result, points, state, coalesce(occurred_at, p_at), p_at,
    batch_id, serial, plant_id, product_id, retailer_id, review, flags, lat, lng, device
  from unnest(p_scans);

  -- Balances move relative to what they are, so batches need not see each other. The counters of the
  -- day are guarded: each verdict that stood under a limit must still stand under it. A day that
  -- another process began already, its clock being ahead, is not begun again.
  if cardinality(p_members) > 0 then
    with moved as (
      update member_account a
      set available = a.available + x.available,
        held = a.held + x.held,
        seq = a.seq + x.transfers,
        day = greatest(a.day, p_day),
        scans_today = case when a.day >= p_day then a.scans_today else 0 end + x.credited,
        wrong_today = case when a.day >= p_day then a.wrong_today else 0 end + x.wrong,
        last_scan_at = greatest(a.last_scan_at, x.place_at),
        last_lat = case when x.place_at < a.last_scan_at then a.last_lat
          else coalesce(x.lat, a.last_lat) end,
        last_lng = case when x.place_at < a.last_scan_at then a.last_lng
          else coalesce(x.lng, a.last_lng) end,
        devices = case when a.day >= p_day then a.devices || x.devices
          else coalesce(x.devices, '{}') end
      from (select * from unnest(p_accounts)) x
      where a.member_id = x.member_id and a.member_id = any(p_members)
        and (x.credited = 0 or not a.blocked
          and case when a.day >= p_day then a.scans_today else 0 end + x.credited
            <= p_scans_per_day
          and case when a.day >= p_day then a.wrong_today else 0 end + x.wrong_before_credit
            < p_wrong_per_day)
        and (x.wrong = 0
          or case when a.day >= p_day then a.wrong_today else 0 end + x.wrong <= p_wrong_per_day)
        and (x.devices is null or a.day < p_day or not a.devices && x.devices)
      returning a.member_id, a.seq, a.available, a.held
    )
    select array_agg((member_id, seq, available, held)::account_after),
      array_agg(available order by member_id), count(*)
    into v_after, v_available, v_count
    from moved;
    if v_count <> cardinality(p_members) then
      raise exception 'an account changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  -- Each row says how far it lies behind the account's last, so its place and its balances follow
  -- from what the update gave. The programme's side of a scan is always issuance (1).
  if cardinality(p_transfers) > 0 then
    insert into transfer (member_id, seq, id, ref, kind, debit, credit, points, scheme_id,
      available_after, held_after, occurred_at, recorded_at)
    select x.member_id, a.seq - x.seq_behind, x.id, x.ref, x.kind, 1, x.credit, x.points,
      x.scheme_id, a.available - x.available_behind, a.held - x.held_behind,
      coalesce(x.occurred_at, p_at), p_at
    from unnest(p_transfers) x
    join unnest(v_after) a using (member_id);
  end if;

  insert into rollup_day as r (slot, day, result, state, plant_id, product_id, attempts, points)
  select p_slot, p_day, result, state, plant_id, product_id, attempts, points
  from unnest(p_days)
  on conflict (slot, day, result, state, plant_id, product_id) do update
    set attempts = r.attempts + excluded.attempts, points = r.points + excluded.points;

  if cardinality(p_batches) > 0 then
    insert into rollup_batch as r (slot, batch_id, scanned)
    select p_slot, batch_id, scanned from unnest(p_batches)
    on conflict (slot, batch_id) do update set scanned = r.scanned + excluded.scanned;
  end if;

  -- The table's own check (spent <= granted) refuses what was not leased.
  if cardinality(p_spends) > 0 then
    update scheme_lease l
    set spent = l.spent + x.points
    from unnest(p_spends) x
    where l.scheme_id = x.scheme_id and l.slot = p_slot;
    get diagnostics v_count = row_count;
    if v_count <> cardinality(p_spends) then
      raise exception 'a lease is missing' using errcode = 'SC001';
    end if;
  end if;

  -- Shared by all slots and wanted by many: taken last, and in the order of the keys.
  if cardinality(p_signals) > 0 then
    with counted as (
      insert into scan_signal as s (key, day, count, above)
      select key, p_day, add, above from unnest(p_signals)
      order by key collate "C"
      on conflict (key, day) do update
        set count = s.count + excluded.count, above = s.above or excluded.above
      returning key, count
    )
    select count(*) into v_count
    from counted join unnest(p_signals) x using (key)
    where counted.count - x.add > x.at_most;
    if v_count > 0 then
      raise exception 'a signal changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  return v_available;
end $$;
