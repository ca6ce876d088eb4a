-- Texts of messages by occasion and language (contract/platform/message-occasions.ts). Sent is the newest approved
-- one; before the first it is the built-in text.
create table message_change (
  change_id bigint primary key,
  occasion text not null,
  language text not null check (language in ('en', 'hi')),
  subject text, -- of a mail
  body text not null,
  dlt_template text, -- of an SMS: the id under which the operators know the text
  reason text not null,
  needs_two boolean not null,
  state text not null check (state in ('proposed', 'approved', 'rejected', 'withdrawn')),
  proposed_by int not null references staff,
  proposed_at timestamptz not null,
  decided_by int references staff,
  decided_at timestamptz,
  note text,
  check ((state = 'proposed') = (decided_by is null) and (decided_by is null) = (decided_at is null)),
  check (state <> 'approved' or not needs_two or decided_by <> proposed_by)
);
create unique index message_change_open on message_change (occasion, language) where state = 'proposed';
create index message_change_text on message_change (occasion, language, change_id);
create index message_change_sent on message_change (occasion, language, decided_at, change_id)
  where state = 'approved';
create trigger message_change_append_only before update or delete on message_change
  for each row execute function refuse_but_decision();

-- The company's registration with the operators, for every SMS: who sends it, and under which name.
alter table programme add dlt_entity text;
alter table programme add dlt_header text;

alter table outbox add subject text; -- of a mail
