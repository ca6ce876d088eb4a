-- A prepared report of more rows than one person takes alone waits for a second one. The approval is for
-- one taking: it goes with it, and the audit trail keeps who gave it.
alter table report_job add approved_by int references staff;
alter table report_job add approved_at timestamptz;
alter table report_job add check ((approved_by is null) = (approved_at is null));
alter table report_job add check (approved_by is null or approved_by <> asked_by and state = 'ready');
