-- Tax rules come from the Programme page: proposed by one person, put into tax_rule by another's approval.
create table tax_rule_change (
  change_id bigint primary key,
  from_day date not null,
  section text not null,
  form text not null,
  payment_code text,
  threshold_paise bigint not null check (threshold_paise >= 0),
  rate_bps int not null check (rate_bps between 0 and 5000),
  rate_no_pan_bps int not null check (rate_no_pan_bps between rate_bps and 5000),
  reason text not null,
  state text not null check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  proposed_by int not null references staff,
  proposed_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check (state <> 'approved' or decided_by <> proposed_by)
);
create unique index tax_rule_change_open on tax_rule_change (state) where state = 'proposed';
create index tax_rule_change_approved on tax_rule_change (from_day, change_id) where state = 'approved';
create trigger tax_rule_change_append_only before update or delete on tax_rule_change
  for each row execute function refuse_but_decision();
