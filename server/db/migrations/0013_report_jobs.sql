-- Reports that are made in the background and kept for some days, for whoever asked for them.

create table report_job (
  job_id uuid primary key,
  report_type text not null,
  filters jsonb not null,
  asked_by int not null references staff,
  asked_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'ready', 'failed')),
  -- One that was cut off is made anew: under a key of its own and file names that hold this number.
  attempt int not null default 0,
  rows bigint not null default 0, -- in the file so far
  rows_in_all bigint, -- null while they are counted, and where that takes too long
  pieces int not null default 0, -- files in the store
  bytes bigint not null default 0,
  sealed_key bytea, -- opens the files of the last attempt and nothing else
  finished_at timestamptz,
  kept_until timestamptz,
  words text, -- why it was given up
  key_id int generated always as (sealing_key(sealed_key)) stored references data_key_secret,
  check (get_byte(sealed_key, 0) = 2),
  check ((state in ('ready', 'failed')) = (finished_at is not null)),
  check ((state in ('ready', 'failed')) = (kept_until is not null)),
  check ((state = 'failed') = (words is not null)),
  check (state <> 'ready' or sealed_key is not null and pieces > 0)
);
create index report_job_mine on report_job (asked_by, asked_at);
create index report_job_kept on report_job (kept_until) where kept_until is not null;
create index report_job_key on report_job (key_id, job_id);
