-- Changes of the programme's rules (contract/platform/rule-definitions.ts). The value in force is that of the
-- newest approved change whose moment has come; before the first it is the start value.
create table rule_change (
  change_id bigint primary key,
  rule text not null,
  value jsonb not null,
  from_at timestamptz, -- null: from the approval on
  reason text not null,
  needs_two boolean not null,
  state text not null check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  proposed_by int not null references staff,
  proposed_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  holds_from timestamptz,
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check ((state = 'approved') = (holds_from is not null)),
  check (holds_from >= decided_at and (from_at is null or holds_from >= from_at)),
  check (state <> 'approved' or not needs_two or decided_by <> proposed_by)
);
create unique index rule_change_open on rule_change (rule) where state = 'proposed';
create index rule_change_approved on rule_change (holds_from, decided_at, change_id)
  where state = 'approved';
create index rule_change_rule on rule_change (rule, change_id);

-- A change is decided once; nothing else about it moves.
create function refuse_but_decision() returns trigger language plpgsql as $$
declare
  decision constant text[] := '{state,decided_by,decided_at,note,holds_from}';
begin
  if tg_op = 'DELETE' or old.state <> 'proposed'
    or to_jsonb(old) - decision is distinct from to_jsonb(new) - decision
  then
    raise exception '% takes new rows, and one decision of each: % refused', tg_table_name, tg_op
      using errcode = '42501';
  end if;
  return new;
end $$;
create trigger rule_change_append_only before update or delete on rule_change
  for each row execute function refuse_but_decision();
