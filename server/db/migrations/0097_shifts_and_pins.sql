-- When the shifts of a plant begin and end, by the clock of Asia/Kolkata. A shift that does not end after it begins
-- ends on the next day.
alter table plant add column shifts jsonb not null default
  '{"A": {"from": "06:00", "to": "14:00"}, "B": {"from": "14:00", "to": "22:00"},
    "C": {"from": "22:00", "to": "06:00"}, "G": {"from": "09:00", "to": "18:00"}}';
drop trigger plant_version on plant;
create trigger plant_version
  before update of code, name, state, city, address, pincode, gstin, lines, shifts on plant for each row
  when ((old.code, old.name, old.state, old.city, old.address, old.pincode, old.gstin, old.lines, old.shifts)
    is distinct from
    (new.code, new.name, new.state, new.city, new.address, new.pincode, new.gstin, new.lines, new.shifts))
  execute function count_version();

-- The PIN that opens a worker's locked session again. It opens no account.
create table worker_pin (
  staff_id int primary key references worker,
  pin_hash text not null,
  set_at timestamptz not null
);

alter table session
  -- Locks by itself without an act of its person, and is opened by the PIN.
  add column pin_locks boolean not null default false,
  -- Holds to the end of the shift, whatever the idle limit is.
  add column for_shift boolean not null default false,
  -- When its person locked it; null where nobody did.
  add column locked_at timestamptz,
  -- PINs tried since the last right one.
  add column pin_tries smallint not null default 0 check (pin_tries between 0 and 5),
  add check (pin_locks or not (for_shift or locked_at is not null));
