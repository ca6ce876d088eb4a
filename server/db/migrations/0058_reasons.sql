-- Reasons of refusal are a rule that staff change: a decision keeps its reason with the words it used.
create function pg_temp.reason_of(wanted text) returns jsonb language sql stable as $$
  select jsonb_build_object('key', key, 'label', label, 'en', en, 'hi', hi) from (values
    ('unreadable', 'Cannot be read', 'The picture cannot be read. Take it again in good light.', 'तस्वीर साफ़ नहीं है। अच्छी रोशनी में दोबारा लें।'),
    ('mismatch', 'Does not match', 'The details do not match the document.', 'विवरण दस्तावेज़ से मेल नहीं खाते।'),
    ('name_differs', 'Name differs', 'The name differs from your other documents.', 'नाम आपके अन्य दस्तावेज़ों से अलग है।'),
    ('expired', 'No longer valid', 'The document is no longer valid.', 'दस्तावेज़ की वैधता समाप्त हो चुकी है।'),
    ('incomplete', 'Incomplete', 'A part of the document is missing or covered.', 'दस्तावेज़ का कोई हिस्सा छूटा या ढका हुआ है।'),
    ('not_yours', 'Somebody else’s', 'The document belongs to somebody else.', 'दस्तावेज़ किसी और का है।'),
    ('duplicate', 'Used by another member', 'This is already used by another member.', 'यह पहले से किसी अन्य सदस्य द्वारा उपयोग में है।'),
    ('other', 'Something else', 'See the note.', 'टिप्पणी देखें।')
  ) as known (key, label, en, hi) where key = wanted
$$;
create function pg_temp.refused_of(refused jsonb) returns jsonb language sql stable as $$
  select jsonb_agg(one || jsonb_build_object('reason', pg_temp.reason_of(one ->> 'reason')) order by place)
  from jsonb_array_elements(refused) with ordinality as list (one, place)
$$;

alter table kyc_field alter column reason type jsonb using pg_temp.reason_of(reason);
alter table kyc_event alter column reason type jsonb using pg_temp.reason_of(reason),
  alter column refused type jsonb using coalesce(pg_temp.refused_of(refused), refused);

-- What the member reads of a rejection in Hindi; null: the words of before there was a list.
alter table redemption add column reject_reason_hi text;
