-- A programme of one's own, from an empty database (decision 0051).

-- What the programme is called and the company behind it. No row: it has not said yet.
create table programme (
  one boolean primary key default true check (one),
  name text not null check (length(name) between 1 and 40),
  colour text not null check (colour ~ '^#[0-9a-f]{6}$'),
  support_phone text,
  support_email text,
  languages text[] not null check (cardinality(languages) > 0 and languages <@ array['en', 'hi']),
  legal_name text,
  address text,
  gstin text check (length(gstin) = 15),
  pan text check (length(pan) = 10),
  tan text check (tan ~ '^[A-Z]{4}[0-9]{5}[A-Z]$'),
  version integer not null default 1,
  changed_at timestamptz not null
);

-- Drawn anew from what was uploaded; small, so it lives with the rest of the database.
create table programme_logo (
  one boolean primary key default true check (one),
  hash text not null,
  png bytea not null check (length(png) <= 1000000),
  changed_at timestamptz not null
);

-- The one set-up link. A new start replaces it; what it prepared stays with it.
create table setup_link (
  one boolean primary key default true check (one),
  token_hash bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- The browser that opened it, by the hash of its cookie.
  browser_hash bytea,
  -- The account that it prepares: disabled until the first code.
  staff_id integer references staff,
  prepared_at timestamptz,
  used_at timestamptz
);

-- What somebody tried during set-up, the last time each.
create table setup_trial (
  what text primary key check (what in ('sms', 'email', 'payouts')),
  at timestamptz not null,
  staff_id integer not null references staff,
  words text not null
);
