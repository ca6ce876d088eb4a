-- One word for one thing: a life cycle has a status, an Indian state is a region in filters, how a person
-- set up a list is their preferences. Renamed before the first release, so that no older server can be
-- running beside.

alter table member rename column standing to status;
alter index member_standing rename to member_status;
alter table member_points rename column standing to status;

create or replace function follow_member() returns trigger language plpgsql as $$
begin
  insert into member_points as p
    (member_id, name_key, kind, state, distributor_id, kyc_state, status, joined_at)
  values (new.member_id, lower(new.name), new.kind, new.state, new.distributor_id, new.kyc_state,
    new.status, new.joined_at)
  on conflict (member_id) do update set name_key = excluded.name_key, kind = excluded.kind,
    state = excluded.state, distributor_id = excluded.distributor_id,
    kyc_state = excluded.kyc_state, status = excluded.status, joined_at = excluded.joined_at;
  return null;
end $$;

alter table list_look rename to list_preferences;
alter table list_preferences rename column look to preferences;
alter table saved_view rename column look to preferences;

-- Columns and filters that stand by name in what people saved.
update list_preferences set preferences = replace(preferences::text, '"standing"', '"status"')::jsonb
where preferences::text like '%"standing"%';
update saved_view set preferences = replace(preferences::text, '"standing"', '"status"')::jsonb
where preferences::text like '%"standing"%';
update saved_view set filters = filters - 'standing' || jsonb_build_object('status', filters -> 'standing')
where filters ? 'standing';
update saved_view set filters = filters - 'state' || jsonb_build_object('region', filters -> 'state')
where filters ? 'state' and list in
  ('users', 'parcels', 'redemptions', 'distributors', 'kyc-queue', 'plants', 'territories', 'scans', 'schemes');
update saved_view set filters = filters - 'state' || jsonb_build_object('status', filters -> 'state')
where filters ? 'state' and list in ('onboarding-uploads', 'onboarding-errors');
update saved_view set filters = filters - 'decider' || jsonb_build_object('approver', filters -> 'decider')
where filters ? 'decider';

-- A provider is polled.
alter table payment rename column next_ask_at to next_poll_at;
alter table payment rename column asks to polls;
alter index payment_ask rename to payment_poll;
