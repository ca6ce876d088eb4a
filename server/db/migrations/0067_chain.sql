-- History that cannot be rewritten unseen: what was written to the ledger and to the records of money,
-- approvals and rules is sealed in the transaction that writes it, under a key that the database does
-- not hold. Seals are joined into links, each signed, and the links are published outside.

-- What one batch of scans wrote to the ledger. Each hash covers the one before it in its writer slot.
create table ledger_seal (
  slot smallint not null check (slot > 0),
  number bigint not null check (number > 0), -- without a gap in its slot
  at timestamptz not null,
  ids bigint[] not null, -- of the scans that gave points
  digests bytea not null, -- 16 bytes for each of them: of all that it gave
  hash bytea not null,
  mac bytea not null,
  primary key (slot, number),
  check (octet_length(digests) = 16 * cardinality(ids))
) with (toast_tuple_target = 8160); -- in its page, as it is: digests cannot be compressed
alter table ledger_seal alter digests set storage external, alter ids set storage external;

-- What any other transaction wrote to one of the sealed tables: rows as they were at its end.
create sequence record_seal_number;
create table record_seal (
  number bigint not null,
  records text not null, -- the table
  at timestamptz not null,
  ids bigint[] not null,
  digests bytea not null,
  hash bytea not null,
  mac bytea not null,
  link bigint, -- the link that it was joined into
  primary key (number, records),
  check (octet_length(digests) = 16 * cardinality(ids))
);
create index record_seal_unlinked on record_seal (number) where link is null;

-- The heads of all slots, of the records and of the audit trail at a moment, signed with Ed25519.
create table chain_link (
  number bigint primary key check (number > 0),
  at timestamptz not null,
  content text not null, -- what is hashed and signed; it names the hash of the link before
  hash bytea not null,
  signature bytea not null
);

-- The key that signs, sealed under the master key.
create table chain_key (
  one boolean primary key default true check (one),
  public_key bytea not null,
  sealed bytea not null
);

create trigger ledger_seal_append_only before update or delete on ledger_seal
  for each statement execute function refuse_change();
create trigger chain_link_append_only before update or delete on chain_link
  for each statement execute function refuse_change();

-- A seal is joined once; nothing else about it moves.
create function refuse_but_joining() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.link is not null
    or to_jsonb(old) - 'link' is distinct from to_jsonb(new) - 'link'
  then
    raise exception '% is append-only: % refused', tg_table_name, tg_op using errcode = '42501';
  end if;
  return new;
end $$;
create trigger record_seal_append_only before update or delete on record_seal
  for each row execute function refuse_but_joining();
