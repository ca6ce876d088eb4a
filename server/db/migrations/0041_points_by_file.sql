-- Points that a file proposes: what members bring from a programme before this one (opening), or points
-- given and taken. Nothing moves before a second person has approved the whole of it.
alter table onboarding_upload drop constraint onboarding_upload_kind_check,
  add constraint onboarding_upload_kind_check
    check (kind in ('workers', 'distributors', 'products', 'members', 'points'));

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

-- Opening points are a figure of their own.
alter table liability_day add column brought bigint not null default 0;
alter table settlement add column brought bigint not null default 0;
do $$
  declare balance text;
  begin
    select conname into strict balance from pg_constraint
    where conrelid = 'settlement'::regclass and contype = 'c'
      and pg_get_constraintdef(oid) like '%adjusted%';
    execute format('alter table settlement drop constraint %I', balance);
  end $$;
alter table settlement add constraint settlement_balances check (
  opening + moved + brought + earned + bonus - reversed - redeemed + returned - expired + adjusted
    = available + held);
update settlement_month set totals = totals || '{"brought": 0}' where totals is not null;
