-- One decision about many scans that wait for a person. Each scan is settled by itself; the row says
-- how that went.
create table scan_decision (
  decision_id bigint primary key,
  outcome smallint not null check (outcome in (1, 2)), -- contract/programme/scans.ts REVIEWS
  reason text not null,
  needs_two boolean not null,
  state text not null check (state in ('proposed', 'applying', 'done', 'rejected')),
  proposed_by int not null references staff,
  proposed_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  check ((decided_by is null) = (decided_at is null)),
  check (state <> 'proposed' or decided_by is null)
);
create index scan_decision_open on scan_decision (decision_id) where state in ('proposed', 'applying');

create table scan_decision_item (
  decision_id bigint not null references scan_decision,
  member_id int not null,
  scan_id bigint not null,
  points int not null,
  state text not null default 'waiting'
    check (state in ('waiting', 'settled', 'elsewhere', 'refused', 'dropped')),
  primary key (decision_id, member_id, scan_id)
);
-- At most one decision about a scan waits.
create unique index scan_decision_item_open on scan_decision_item (member_id, scan_id)
  where state = 'waiting';
create index scan_decision_item_settled on scan_decision_item (member_id, scan_id)
  where state = 'settled';

-- What a person settled today. The engine writes no row into it.
create index scan_reviewed on scan (reviewed_by, reviewed_at) where reviewed_by is not null;
