-- The functions of the scan engine (server/features/programme/scans) and the types of what it hands
-- over. The rows of a batch arrive as arrays of these types, in PostgreSQL's binary format
-- (server/lib/pg-binary.ts), and not as JSON text: at about half the cost (decision 0009).

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
  device text,
  counted_in int[],
  clock_ahead_s int
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
create type scheme_spend as (scheme_id int, points bigint, bonuses int);
create type signal_change as (key text, add int, at_most int, above boolean);
-- What a batch adds to a member's standing in a scheme, and between which standings before it all that
-- it decided is right.
create type scheme_member_change as (
  member_id int,
  scheme_id int,
  scans int,
  points bigint,
  scans_least int,
  scans_most int,
  points_least bigint,
  points_most bigint
);
create type charge_draft as (
  retailer_id int,
  scan_id bigint,
  member_id int,
  rule_id int,
  product_id int,
  points int,
  paise bigint,
  held boolean
);
create type charge_count as (rule_id int, charges int, paise bigint);

-- Applies a batch of scans that the engine has decided (plan.ts names the fields): all of it or
-- nothing. Where the world is no longer as the lookup saw it, SC001 tells the engine to look and
-- decide again; SC002 that p_at lies in books that are closed. Every caller locks in the order of the
-- statements below, which are set-based and call nothing volatile: times and ids come from outside.
-- Gives the points that are available after it, in the order of p_members.
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
  p_signals signal_change[],
  p_standings scheme_member_change[], -- in the order of their keys
  p_charges charge_draft[],
  p_charge_counts charge_count[]
) returns bigint[] language plpgsql as $$
declare
  v_count int;
  v_after account_after[];
  v_available bigint[];
begin
  -- A month is closed at the earliest 15 minutes after its end, so no batch that began before its end
  -- is still under way then: whoever meets this has a clock that is late by as much.
  if p_at < (select closed_until from ledger_close) then
    raise exception 'the books are closed until %: the clock of the engine is late',
      (select closed_until from ledger_close) using errcode = 'SC002';
  end if;

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
    batch_id, serial, plant_id, product_id, retailer_id, review, flags, lat, lng, device,
    counted_in, clock_ahead_s)
  select member_id, id, code_key, result, points, state, coalesce(occurred_at, p_at), p_at,
    batch_id, serial, plant_id, product_id, retailer_id, review, flags, lat, lng, device,
    counted_in, clock_ahead_s
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
          else coalesce(x.devices, '{}') end,
        known_devices = case when a.day >= p_day then a.known_devices
          else devices_known_after(a.known_devices, a.devices) end
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

  -- The bonuses of a capped or slab scheme follow from what the member had of it until now.
  if cardinality(p_standings) > 0 then
    with counted as (
      insert into scheme_member as s (member_id, scheme_id, scans, points)
      select member_id, scheme_id, scans, points from unnest(p_standings)
      on conflict (member_id, scheme_id) do update
        set scans = s.scans + excluded.scans, points = s.points + excluded.points
      returning member_id, scheme_id, scans, points
    )
    select count(*) into v_count
    from counted c join unnest(p_standings) x using (member_id, scheme_id)
    where c.scans - x.scans not between x.scans_least and x.scans_most
      or c.points - x.points not between x.points_least and x.points_most;
    if v_count > 0 then
      raise exception 'a standing in a scheme changed since it was looked up' using errcode = 'SC001';
    end if;
  end if;

  -- Of a scan that waits for its review the charge waits too (0), else it is due (1).
  if cardinality(p_charges) > 0 then
    insert into handling_charge (retailer_id, scan_id, member_id, rule_id, product_id, points, paise,
      state, recorded_at, due_at)
    select retailer_id, scan_id, member_id, rule_id, product_id, points, paise,
      case when held then 0 else 1 end, p_at, case when held then null else p_at end
    from unnest(p_charges);
    insert into rollup_charge as r (slot, day, rule_id, charges, paise)
    select p_slot, p_day, rule_id, charges, paise from unnest(p_charge_counts)
    on conflict (slot, rule_id, day) do update
      set charges = r.charges + excluded.charges, paise = r.paise + excluded.paise;
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

  -- The table's own check (spent <= granted) refuses what was not leased, or was taken back since.
  if cardinality(p_spends) > 0 then
    with spent as (
      update scheme_lease l
      set spent = l.spent + x.points
      from unnest(p_spends) x
      where l.scheme_id = x.scheme_id and l.slot = p_slot
      returning x.scheme_id, x.bonuses, x.points
    )
    insert into rollup_scheme as r (slot, day, scheme_id, bonuses, points)
    select p_slot, p_day, scheme_id, bonuses, points from spent
    on conflict (slot, scheme_id, day) do update
      set bonuses = r.bonuses + excluded.bonuses, points = r.points + excluded.points;
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

-- Moves a piece of a scheme's budget into the lease of a slot and says how many points it became:
-- p_missing and a piece more, or all that is left. A piece is a small part of what is left, so that
-- slots hold less and less unspent as the budget nears its end. Nothing unless the scheme runs.
create function lease_budget(
  p_scheme int,
  p_slot smallint,
  p_missing bigint, -- what a batch wants beyond the lease
  p_slots int, -- writer slots of the engine that asks
  p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_left bigint;
  v_granted bigint;
begin
  select budget + returned - leased into v_left from scheme
  where scheme_id = p_scheme and status = 'active' and from_at <= p_at and p_at < to_at
  for update;
  if not found or v_left <= 0 then
    return 0;
  end if;
  v_granted := least(v_left, p_missing + least(100000, (v_left - p_missing) / (20 * p_slots)));
  insert into scheme_lease as l (scheme_id, slot, granted)
  values (p_scheme, p_slot, v_granted)
  on conflict (scheme_id, slot) do update set granted = l.granted + v_granted;
  update scheme set leased = leased + v_granted where scheme_id = p_scheme;
  return v_granted;
end $$;

-- Gives back what a slot leased and did not spend, of all schemes.
create function return_leases(p_slot smallint) returns void language plpgsql as $$
declare
  v_scheme int;
  v_unspent bigint;
begin
  for v_scheme in
    select scheme_id from scheme_lease where slot = p_slot and spent < granted order by scheme_id
  loop
    perform from scheme where scheme_id = v_scheme for update;
    select granted - spent into v_unspent from scheme_lease
    where scheme_id = v_scheme and slot = p_slot for update;
    update scheme_lease set granted = spent where scheme_id = v_scheme and slot = p_slot;
    update scheme set leased = leased - v_unspent where scheme_id = v_scheme;
  end loop;
end $$;

-- Takes what all slots leased of a scheme and did not spend back, and gives the points that are spent
-- for good: less what reversals brought back. A batch under way either has spent before this, or meets
-- the check of its lease, whose rows this holds to the end of the transaction.
create function revoke_leases(p_scheme int) returns bigint language plpgsql as $$
declare
  v_spent bigint;
  v_returned bigint;
begin
  select returned into v_returned from scheme where scheme_id = p_scheme for update;
  update scheme_lease set granted = spent where scheme_id = p_scheme and spent < granted;
  select coalesce(sum(spent), 0) into v_spent from scheme_lease where scheme_id = p_scheme;
  update scheme set leased = v_spent where scheme_id = p_scheme;
  return v_spent - v_returned;
end $$;
