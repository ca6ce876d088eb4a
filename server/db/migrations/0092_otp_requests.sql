-- A one-time password belongs to the request that asked for it: whoever did not ask cannot try it.
-- Those of now end within minutes.
delete from one_time_password;
alter table one_time_password drop constraint one_time_password_pkey;
alter table one_time_password add request_hash bytea primary key;
create index one_time_password_mobile on one_time_password (mobile);
