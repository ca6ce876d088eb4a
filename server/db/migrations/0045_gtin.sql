-- The GS1 Digital Link of a pack begins with the GTIN of its product. Made by whichever comes first
-- of this and the masters' migration.
alter table product add column if not exists gtin text check (gtin ~ '^[0-9]{14}$');
