-- An applied file is taken back as a whole: what it made is gone, its rows stay as the record of it, and the same file
-- can be sent again.
alter table onboarding_upload drop constraint onboarding_upload_state_check,
  add constraint onboarding_upload_state_check check (state in ('reading', 'refused', 'ready', 'applying',
    'stopped', 'applied', 'discarded', 'taken_back'));
drop index onboarding_upload_once;
create unique index onboarding_upload_once on onboarding_upload (kind, digest)
  where state not in ('refused', 'discarded', 'taken_back');
