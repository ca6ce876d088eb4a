-- The two functions of the scan engine (server/features/programme/scans). Their statements are set-based and
-- call nothing volatile: times and ids come from outside.

-- Applies a batch of scans that the engine has decided (plan.ts names the fields): all of it or
-- nothing. Where the world is no longer as the lookup saw it, SC001 tells the engine to look and
-- decide again. Every caller locks in the order of the statements below. A list of rows is JSON, and
-- null where it is empty; short ones that are read more than once are arrays, side by side.
create function apply_scans(
  p_at timestamptz, -- when the batch is recorded
  p_day date, -- the day of p_at in Asia/Kolkata
  p_slot smallint, -- the writer slot whose rollup and lease rows are ours alone
  p_scans_per_day int,
  p_wrong_per_day int,
  p_coupons uuid[], -- the coupons that are won: key, member, points
  p_winners int[],
  p_coupon_points int[],
  p_scans json,
  p_members int[], -- the members of p_accounts
  p_accounts json,
  p_transfers json,
  p_days json,
  p_batches json,
  p_spends json,
  p_signals text[], -- keys, what is added, and the highest count before that the plan allows for
  p_signals_added int[],
  p_signals_at_most int[]
) returns json language plpgsql as $$
declare
  v_count int;
  v_after json;
begin
  -- First scan wins: who comes second finds the coupon no longer active (1) but scanned (3).
  if cardinality(p_coupons) > 0 then
    update coupon c
    set status = 3, scanned_at = p_at, scanned_by = x.member_id, scanned_points = x.points
    from (
      select * from unnest(p_coupons, p_winners, p_coupon_points) x (code_key, member_id, points)
    ) x
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
  from json_to_recordset(p_scans) as x (member_id int, id bigint, code_key uuid, result smallint,
    points int, state smallint, occurred_at timestamptz, batch_id int, serial int,
    plant_id smallint, product_id int, retailer_id int, review smallint, flags text[], lat real,
    lng real, device text);

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
          else coalesce(x.lng, a.last_lng) end
      from (
        select * from json_to_recordset(p_accounts) as x (member_id int, available bigint,
          held bigint, transfers int, credited int, wrong int, wrong_before_credit int,
          place_at timestamptz, lat real, lng real)
      ) x
      where a.member_id = x.member_id and a.member_id = any(p_members)
        and (x.credited = 0 or not a.blocked
          and case when a.day >= p_day then a.scans_today else 0 end + x.credited
            <= p_scans_per_day
          and case when a.day >= p_day then a.wrong_today else 0 end + x.wrong_before_credit
            < p_wrong_per_day)
        and (x.wrong = 0
          or case when a.day >= p_day then a.wrong_today else 0 end + x.wrong <= p_wrong_per_day)
      returning a.member_id, a.seq, a.available, a.held
    )
    select json_agg(moved), count(*) into v_after, v_count from moved;
    if v_count <> cardinality(p_members) then
      raise exception 'an account changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  -- Each row says how far it lies behind the account's last, so its place and its balances follow
  -- from what the update gave. The programme's side of a scan is always issuance (1).
  if p_transfers is not null then
    insert into transfer (member_id, seq, id, ref, kind, debit, credit, points, scheme_id,
      available_after, held_after, occurred_at, recorded_at)
    select x.member_id, a.seq - x.seq_behind, x.id, x.ref, x.kind, 1, x.credit, x.points,
      x.scheme_id, a.available - x.available_behind, a.held - x.held_behind, coalesce(x.occurred_at, p_at), p_at
    from json_to_recordset(p_transfers) as x (member_id int, id bigint, ref bigint, kind smallint,
      credit smallint, points bigint, scheme_id int, occurred_at timestamptz, seq_behind int,
      available_behind bigint, held_behind bigint)
    join json_to_recordset(v_after) as a (member_id int, seq int, available bigint, held bigint)
      using (member_id);
  end if;

  insert into rollup_day as r (slot, day, result, state, plant_id, product_id, attempts, points)
  select p_slot, p_day, result, state, plant_id, product_id, attempts, points
  from json_to_recordset(p_days) as x (result smallint, state smallint, plant_id smallint,
    product_id int, attempts bigint, points bigint)
  on conflict (slot, day, result, state, plant_id, product_id) do update
    set attempts = r.attempts + excluded.attempts, points = r.points + excluded.points;

  if p_batches is not null then
    insert into rollup_batch as r (slot, batch_id, scanned)
    select p_slot, batch_id, scanned
    from json_to_recordset(p_batches) as x (batch_id int, scanned bigint)
    on conflict (slot, batch_id) do update set scanned = r.scanned + excluded.scanned;
  end if;

  -- The table's own check (spent <= granted) refuses what was not leased.
  if p_spends is not null then
    update scheme_lease l
    set spent = l.spent + x.points
    from (select * from json_to_recordset(p_spends) as x (scheme_id int, points bigint)) x
    where l.scheme_id = x.scheme_id and l.slot = p_slot;
    get diagnostics v_count = row_count;
    if v_count <> json_array_length(p_spends) then
      raise exception 'a lease is missing' using errcode = 'SC001';
    end if;
  end if;

  -- Shared by all slots and wanted by many: taken last, and in the order of the keys.
  if cardinality(p_signals) > 0 then
    with counted as (
      insert into scan_signal as s (key, day, count)
      select key, p_day, added
      from unnest(p_signals, p_signals_added) x (key, added)
      order by key collate "C"
      on conflict (key, day) do update set count = s.count + excluded.count
      returning key, count
    )
    select count(*) into v_count
    from counted
    join unnest(p_signals, p_signals_added, p_signals_at_most) x (key, added, at_most) using (key)
    where counted.count - x.added > x.at_most;
    if v_count > 0 then
      raise exception 'a signal changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  return v_after;
end $$;

-- Moves a piece of a scheme's budget into the lease of a slot and says how many points it became: at
-- most p_want, less when the budget is nearly gone. A negative p_want gives unspent points back. The
-- only place that changes scheme.leased: one shared row, touched once a lease and not once a scan.
create function lease_budget(p_scheme int, p_slot smallint, p_want bigint) returns bigint
language plpgsql as $$
declare
  v_left bigint;
  v_granted bigint;
begin
  select budget + returned - leased into v_left from scheme where scheme_id = p_scheme for update;
  if not found then
    return 0;
  end if;
  v_granted := least(p_want, v_left);
  insert into scheme_lease as l (scheme_id, slot, granted)
  values (p_scheme, p_slot, greatest(v_granted, 0))
  on conflict (scheme_id, slot) do update set granted = l.granted + v_granted;
  update scheme set leased = leased + v_granted where scheme_id = p_scheme;
  return v_granted;
end $$;
