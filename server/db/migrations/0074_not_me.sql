-- By such a link, mailed with the news of a security change, a person says that it was somebody else.
create table not_me_link (
  token_hash bytea primary key,
  staff_id int not null references staff,
  -- The mailbox that it went to: of a changed e-mail the old one too.
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  check (expires_at > created_at)
);
create index not_me_link_staff on not_me_link (staff_id);
create index not_me_link_expires on not_me_link (expires_at);
