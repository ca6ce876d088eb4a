-- What a person revealed, took in files and looked up on a day of Asia/Kolkata, against the budget of
-- the role. Reveals and files stand one by one in the audit trail; these rows are what they add up to.
create table data_use (
  staff_id int not null references staff,
  day date not null,
  kind text not null check (kind in ('reveals', 'rows', 'people')),
  amount bigint not null check (amount >= 0),
  refused int not null default 0 check (refused >= 0), -- requests that the budget refused
  primary key (staff_id, day, kind)
);
create index data_use_day on data_use (day);

-- Members that a person opened and lists of people that a person searched: one row a day, counted. What
-- was searched for is not kept. Numbers fall, so that no id is that of a row of the trail, and one list
-- can show both in one order.
create table data_lookup (
  lookup_id bigint generated always as identity (increment by -1 start with -1) unique,
  staff_id int not null references staff,
  role text not null,
  day date not null,
  kind text not null check (kind in ('opened', 'searched')),
  subject text not null, -- the member's number, or the name of the list
  times int not null default 1 check (times > 0),
  first_at timestamptz not null,
  last_at timestamptz not null check (last_at >= first_at),
  address text not null,
  primary key (staff_id, day, kind, subject)
);
create index data_lookup_at on data_lookup (last_at, lookup_id);
create index data_lookup_staff on data_lookup (staff_id, last_at, lookup_id);
create index data_lookup_subject on data_lookup (subject, last_at, lookup_id);
create index data_lookup_day on data_lookup (day);

create index audit_data_access on audit (at, seq) where action in
  ('kyc.revealed', 'kyc.pans_revealed', 'distributor.revealed', 'redemption.address_revealed',
   'list.exported', 'report.downloaded');
