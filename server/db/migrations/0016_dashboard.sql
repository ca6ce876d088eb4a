-- Credited scans by the distributor whose network the member belonged to at the scan; of days that are
-- over. Each day that is filled has a row of distributor 0, for members who belonged to none.
create table distributor_day (
  day date not null,
  distributor_id int not null,
  credited int not null,
  points bigint not null, -- with the bonuses of schemes
  primary key (day, distributor_id)
);
