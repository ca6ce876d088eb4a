-- The ledger: accounts and the transfers between them, and points that people or files move. There are no
-- foreign keys between the tables that grow without end (member_account and transfer here; coupon, scan,
-- scheme_member and handling_charge in 0004): ids and times come from the application.

-- ---- accounts and transfers ----

create table member_account (
  member_id int primary key,
  seq int not null default 0,
  available bigint not null default 0 check (available >= 0),
  held bigint not null default 0 check (held >= 0),
  last_scan_at timestamptz,
  day date not null default '2000-01-01',
  scans_today int not null default 0,
  wrong_today int not null default 0,
  last_lat real,
  last_lng real,
  blocked boolean not null default false,
  devices text[] not null default '{}', -- on which the member was counted today
  known_devices text[] not null default '{}' -- the newest ten of days that have ended
) with (fillfactor = 50);

-- The newest ten devices of days that have ended, each once.
create function devices_known_after(known text[], ended_day text[]) returns text[]
language sql immutable as $$
  select a.devices[greatest(cardinality(a.devices) - 9, 1):]
  from (select known || array(
    select device from unnest(ended_day) device where device <> all(known)) as devices) a
$$;

create table transfer (
  member_id int not null,
  seq int not null,
  id bigint not null,
  ref bigint not null, -- the scan, redemption or adjustment
  points bigint not null check (points > 0),
  available_after bigint not null check (available_after >= 0),
  held_after bigint not null check (held_after >= 0),
  occurred_at timestamptz not null,
  recorded_at timestamptz not null,
  reverses int, -- seq of the member's transfer that this one undoes
  scheme_id int,
  debit smallint not null, -- contract/ledger/points.ts ACCOUNTS
  credit smallint not null,
  kind smallint not null, -- contract/ledger/points.ts TRANSFER_KINDS
  idempotency_key text,
  primary key (member_id, seq),
  check (debit <> credit)
);
create unique index transfer_reversed_once on transfer (member_id, reverses) where reverses is not null;
create unique index transfer_idempotency on transfer (member_id, idempotency_key)
  where idempotency_key is not null;
create index transfer_id on transfer (id);
-- What scans write themselves, plain credits (1) and bonuses (2), is not in this one: its ids are of the
-- same moment as the scan's.
create index transfer_ref on transfer (member_id, ref) where kind not in (1, 2);
-- Nearly all are plain credits, which are found among all kinds.
create index transfer_kind on transfer (kind, id) where kind <> 1;
-- The transfers of a scheme, newest first. It costs a batch with two bonuses a scan 2 to 3 % (CPU).
create index transfer_scheme on transfer (scheme_id, id) where scheme_id is not null;
-- Points redeemed in a period: from the index alone, a tenth of the period's transfers.
create index transfer_redeemed on transfer (id) include (points) where kind = 6;
create trigger transfer_append_only before update or delete on transfer
  for each statement execute function refuse_change();

-- ---- the books ----

-- Nothing is recorded before this moment any more: the writers of the ledger refuse it.
create table ledger_close (
  one boolean primary key default true check (one),
  closed_until timestamptz not null default '2000-01-01'
);
insert into ledger_close default values;

-- ---- points by hand and by file ----

create table points_adjustment (
  adjustment_id bigint primary key,
  member_id int not null references member,
  points bigint not null check (points <> 0),
  reason text not null,
  -- An erasure lets the points lapse: it is decided by one, who has typed the member's code again.
  cause text not null default 'request' check (cause in ('request', 'erasure')),
  state text not null default 'requested' check (state in ('requested', 'approved', 'rejected')),
  requested_by int not null references staff,
  requested_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  decision_note text,
  idempotency_key text not null,
  body_hash bytea not null,
  unique (requested_by, idempotency_key),
  check ((state = 'requested') = (decided_by is null)),
  check (decided_by <> requested_by or cause = 'erasure')
);
create index points_adjustment_member on points_adjustment (member_id, adjustment_id);
create index points_adjustment_state on points_adjustment (state, adjustment_id);

-- Points that a file proposes: what members bring from a programme before this one (opening), or points
-- given and taken. Nothing moves before a second person has approved the whole of it.
create table points_file (
  points_file_id bigint primary key,
  upload_id bigint not null references onboarding_upload,
  cause text not null check (cause in ('opening', 'adjustment')),
  -- collecting: its upload is being applied; waiting: for a second person; crediting: a job moves them
  state text not null check (state in ('collecting', 'waiting', 'crediting', 'credited', 'rejected',
    'withdrawn')),
  members int not null default 0,
  given bigint not null default 0,
  taken bigint not null default 0,
  credited int not null default 0, -- rows whose points have moved
  short int not null default 0, -- rows that would have taken more than there was: nothing moved
  makers int[] not null, -- who sent, applied or corrected: none of them decides
  proposed_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  credited_at timestamptz,
  check ((state in ('collecting', 'waiting')) = (decided_by is null)),
  check (state in ('collecting', 'waiting', 'withdrawn') or decided_by <> all (makers)),
  check ((state = 'credited') = (credited_at is not null)),
  check (credited + short <= members)
);
create unique index points_file_collecting on points_file (upload_id) where state = 'collecting';
create index points_file_state on points_file (state, points_file_id);
create index points_file_upload on points_file (upload_id, points_file_id);

create table points_file_row (
  points_file_id bigint not null references points_file,
  member_id int not null references member,
  points bigint not null check (points <> 0),
  reason text,
  opening boolean not null,
  state text not null default 'waiting' check (state in ('waiting', 'credited', 'short')),
  primary key (points_file_id, member_id),
  check (not opening or points > 0)
);
-- Somebody brings points once. A file that comes to nothing leaves no rows.
create unique index points_file_opening_once on points_file_row (member_id) where opening;
create index points_file_row_waiting on points_file_row (points_file_id, member_id)
  where state = 'waiting';
create index points_file_row_open on points_file_row (member_id) where state = 'waiting';
