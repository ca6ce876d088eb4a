-- A message with a link, or to more members than one person writes to in a day, is begun by two people.
alter table notification
  add planned_by int references staff, -- who asked for the sending; null before that, and of older rows
  add second_why text, -- why a second person is needed; null where none is
  add approved_by int references staff,
  add approved_at timestamptz,
  add alone_members int, -- the rule as it began; null: not begun, or begun before there was one
  drop constraint notification_state_check,
  drop constraint notification_check2,
  add constraint notification_state_check
    check (state in ('draft', 'proposed', 'scheduled', 'sending', 'stopped', 'sent')),
  add constraint notification_started
    check ((state in ('draft', 'proposed', 'scheduled')) = (started_at is null)),
  add constraint notification_proposed
    check (state <> 'proposed' or (planned_by is not null and second_why is not null and approved_by is null)),
  add constraint notification_approved check ((approved_by is null) = (approved_at is null)),
  add constraint notification_second check (approved_by <> planned_by and approved_by <> created_by);
create index notification_proposed_until on notification (send_at) where state = 'proposed';
create index notification_alone on notification (planned_by, started_at) where approved_by is null;
