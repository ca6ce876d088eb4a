-- Decision 0059: what one person proposes about an account is effective once a second person agrees.

-- How an account came to be. While the ledger was empty: at once. On the server: by its command line or
-- set-up link. Workers have a page of their own and approve nothing.
alter table staff add column origin text not null default 'founding'
  check (origin in ('founding', 'approved', 'server', 'worker'));
update staff set origin = 'worker' where role = 'worker';

create table staff_change (
  change_id bigint primary key,
  kind text not null check (kind in ('create', 'change', 'link', 'two_factor', 'enable')),
  staff_id int references staff, -- of a new account: once it is effective
  name text, -- of a new account
  email text, -- what is wanted: of a new account and a change
  role text,
  reason text,
  state text not null check (state in ('proposed', 'effective', 'rejected', 'withdrawn')),
  proposed_by int not null references staff,
  proposed_at timestamptz not null,
  due_at timestamptz, -- nobody else could approve: effective then, unless somebody rejects it
  basis text check (basis in ('founding', 'second person', 'waiting period')),
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  check ((state = 'proposed') = (decided_at is null)),
  check ((state = 'effective') = (basis is not null)),
  check ((kind = 'create') = (name is not null)),
  check (kind = 'create' or reason is not null),
  check ((kind in ('create', 'change')) = (email is not null)),
  check ((email is null) = (role is null)),
  check (kind = 'create' or staff_id is not null),
  check (state <> 'effective' or staff_id is not null),
  check (due_at >= proposed_at + interval '24 hours'),
  check ((decided_by is not null)
    = (state in ('rejected', 'withdrawn') or coalesce(basis = 'second person', false))),
  check (basis <> 'second person' or decided_by <> proposed_by and decided_by <> staff_id),
  check (basis <> 'waiting period' or decided_at >= due_at),
  check (state <> 'rejected' or decided_by <> proposed_by),
  check (state <> 'withdrawn' or decided_by = proposed_by)
);
create unique index staff_change_open on staff_change (staff_id) where state = 'proposed';
create unique index staff_change_open_email on staff_change (email)
  where state = 'proposed' and kind = 'create';
create index staff_change_waiting on staff_change (proposed_at) where state = 'proposed';
create index staff_change_account on staff_change (staff_id, decided_at);
create index staff_change_proposer on staff_change (proposed_by);
create index staff_change_decider on staff_change (decided_by);

-- A change is decided once; nothing else about it moves.
create function refuse_but_staff_decision() returns trigger language plpgsql as $$
declare
  decision constant text[] := '{state,basis,decided_by,decided_at,note}';
begin
  if tg_op = 'DELETE' or old.state <> 'proposed'
    or to_jsonb(old) - decision - 'staff_id' is distinct from to_jsonb(new) - decision - 'staff_id'
    or old.staff_id is distinct from new.staff_id and old.kind <> 'create'
  then
    raise exception '% takes new rows, and one decision of each: % refused', tg_table_name, tg_op
      using errcode = '42501';
  end if;
  return new;
end $$;
create trigger staff_change_append_only before update or delete on staff_change
  for each row execute function refuse_but_staff_decision();

-- Who counts as one person with somebody at a moment, the person among them: who made or changed whose
-- account in the thirty days before, one after the other.
create function tied_people(person int, moment timestamptz) returns int[] language sql stable as $$
  with recursive made as (
    select c.staff_id as account, hand.maker
    from staff_change c cross join lateral (values (c.proposed_by), (c.decided_by)) hand (maker)
    where c.basis in ('second person', 'waiting period') and hand.maker is not null
      and c.decided_at <= moment and c.decided_at > moment - interval '30 days'
  ), above (who) as (
    select person union select made.maker from made join above on made.account = above.who
  ), below (who) as (
    select who from above union select made.account from made join below on made.maker = below.who
  )
  select array_agg(who) from below
$$;

-- From when on an account counts as a second person; null: always. Those from before the first transfer
-- are not waited for.
create function second_person_from(person int) returns timestamptz language sql stable as $$
  select created_at + interval '7 days' from staff
  where staff_id = person and origin in ('approved', 'server')
$$;
