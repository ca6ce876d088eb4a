-- What opens an account without a password (WebAuthn): of each the public key, and how often it was used.
create table passkey (
  credential_id bytea primary key,
  staff_id int not null references staff,
  public_key bytea not null,
  -- As its authenticator counts; 0 for one that does not.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  user_agent text,
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_staff on passkey (staff_id);
