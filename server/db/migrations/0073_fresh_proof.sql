-- When the person of a session last showed who it is, by the password or a second factor.
alter table session add proved_at timestamptz;
-- When the present password was set in the dashboard by a session alone, without the one before it; null
-- where a one-time link set it. Such a password proves nothing for an hour.
alter table staff add password_alone_at timestamptz
  check (password_alone_at is null or password_hash is not null);
