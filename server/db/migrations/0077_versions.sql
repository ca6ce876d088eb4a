-- Every row that a form edits counts its changes, so that a form that was opened before one of them
-- cannot write over it. A trigger counts, so that files and cascades count too: only what a form
-- shows, and only where it differs.
create function count_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

alter table plant add column version int not null default 0;
create trigger plant_version
  before update of code, name, state, city, address, pincode, gstin, lines on plant for each row
  when ((old.code, old.name, old.state, old.city, old.address, old.pincode, old.gstin, old.lines)
    is distinct from
    (new.code, new.name, new.state, new.city, new.address, new.pincode, new.gstin, new.lines))
  execute function count_version();

alter table product add column version int not null default 0;
create trigger product_version
  before update of code, name, name_hi, product_group, brand, pack_size, pack_unit, gtin, mrp_paise,
    media_id on product for each row
  when ((old.code, old.name, old.name_hi, old.product_group, old.brand, old.pack_size,
      old.pack_unit, old.gtin, old.mrp_paise, old.media_id)
    is distinct from (new.code, new.name, new.name_hi, new.product_group, new.brand, new.pack_size,
      new.pack_unit, new.gtin, new.mrp_paise, new.media_id))
  execute function count_version();

alter table product_group add column version int not null default 0;
create trigger product_group_version before update of name on product_group for each row
  when (old.name is distinct from new.name) execute function count_version();

alter table territory add column version int not null default 0;
create trigger territory_version
  before update of code, name, states, pin_prefixes on territory for each row
  when ((old.code, old.name, old.states, old.pin_prefixes)
    is distinct from (new.code, new.name, new.states, new.pin_prefixes))
  execute function count_version();

alter table distributor add column version int not null default 0;
create trigger distributor_version
  before update of code, name, state, city, territory, contact_name, mobile, email, address, pincode
    on distributor for each row
  when ((old.code, old.name, old.state, old.city, old.territory, old.contact_name, old.mobile,
      old.email, old.address, old.pincode)
    is distinct from (new.code, new.name, new.state, new.city, new.territory, new.contact_name,
      new.mobile, new.email, new.address, new.pincode))
  execute function count_version();

alter table staff add column version int not null default 0;
create trigger staff_version before update of name, email, role, language on staff for each row
  when ((old.name, old.email, old.role, old.language)
    is distinct from (new.name, new.email, new.role, new.language))
  execute function count_version();
-- What is known of a worker stands in two tables and is one form.
create function count_worker_version() returns trigger language plpgsql as $$
begin
  update staff set version = version + 1 where staff_id = new.staff_id;
  return null;
end $$;
create trigger worker_version
  after update of employee_code, mobile, shift, joined_on on worker for each row
  when ((old.employee_code, old.mobile, old.shift, old.joined_on)
    is distinct from (new.employee_code, new.mobile, new.shift, new.joined_on))
  execute function count_worker_version();
-- So do the numbers of a distributor, which are sealed.
create function count_identity_version() returns trigger language plpgsql as $$
begin
  update distributor set version = version + 1
  where distributor_id = coalesce(new.distributor_id, old.distributor_id);
  return null;
end $$;
create trigger distributor_identity_version
  after insert or delete or update of digest on distributor_identity for each row
  execute function count_identity_version();

alter table member add column version int not null default 0;
create trigger member_version
  before update of name, latin_name, kind, state, city, pincode, language, tier on member for each row
  when ((old.name, old.latin_name, old.kind, old.state, old.city, old.pincode, old.language, old.tier)
    is distinct from (new.name, new.latin_name, new.kind, new.state, new.city, new.pincode,
      new.language, new.tier))
  execute function count_version();

alter table charge_rule add column version int not null default 0;
create trigger charge_rule_version
  before update of product_groups, tiers, kind, paise, basis_points, from_day, to_day, note
    on charge_rule for each row
  when ((old.product_groups, old.tiers, old.kind, old.paise, old.basis_points, old.from_day,
      old.to_day, old.note)
    is distinct from (new.product_groups, new.tiers, new.kind, new.paise, new.basis_points,
      new.from_day, new.to_day, new.note))
  execute function count_version();

alter table gift add column version int not null default 0;
create trigger gift_version
  before update of code, name, text, points, value_paise, media_id, active on gift for each row
  when ((old.code, old.name, old.text, old.points, old.value_paise, old.media_id, old.active)
    is distinct from (new.code, new.name, new.text, new.points, new.value_paise, new.media_id,
      new.active))
  execute function count_version();

alter table offer add column version int not null default 0;
create trigger offer_version
  before update of title_en, title_hi, text_en, text_hi, media_id, audience, shown, from_at, to_at
    on offer for each row
  when ((old.title_en, old.title_hi, old.text_en, old.text_hi, old.media_id, old.audience,
      old.shown, old.from_at, old.to_at)
    is distinct from (new.title_en, new.title_hi, new.text_en, new.text_hi, new.media_id,
      new.audience, new.shown, new.from_at, new.to_at))
  execute function count_version();

alter table banner add column version int not null default 0;
create trigger banner_version
  before update of title, words, media_id, target, audience, shown, from_at, to_at
    on banner for each row
  when ((old.title, old.words, old.media_id, old.target, old.audience, old.shown, old.from_at,
      old.to_at)
    is distinct from (new.title, new.words, new.media_id, new.target, new.audience, new.shown,
      new.from_at, new.to_at))
  execute function count_version();

alter table canned_answer add column version int not null default 0;
create trigger canned_answer_version before update of title, category, en, hi on canned_answer
  for each row
  when ((old.title, old.category, old.en, old.hi)
    is distinct from (new.title, new.category, new.en, new.hi))
  execute function count_version();
