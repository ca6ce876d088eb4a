-- Where the gift of a redemption goes, as it was asked for; it may be corrected until the parcel leaves.
-- One row a redemption, the whole address sealed for it. Gifts asked for before have none until staff
-- or the member give it.
create table redemption_address (
  address_id uuid primary key, -- what is sealed is bound to it: it is sealed before the redemption has a number
  redemption_id bigint not null unique references redemption,
  member_id int not null references member,
  sealed bytea not null, -- JSON of the address
  set_at timestamptz not null, -- when it was given or last corrected
  set_by int references staff, -- null for the member
  key_id int not null generated always as (sealing_key(sealed)) stored references data_key_secret,
  check (get_byte(sealed, 0) = 2)
);
create index redemption_address_key on redemption_address (key_id, address_id);
-- The member's last address is offered again.
create index redemption_address_member on redemption_address (member_id, set_at);
