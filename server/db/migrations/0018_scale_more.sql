-- Indexes that the measuring at 20 million scans asked for once it ran on a quiet machine (decision 0034).

-- ---- money that waits: few rows among many, merged from two tables in each of the page's orders ----
create index payment_open_since on payment (since, payment_id)
  where state in ('proposed', 'queued', 'processing', 'unknown');
create index payment_open_amount on payment (gross_paise, payment_id)
  where state in ('proposed', 'queued', 'processing', 'unknown');
create index redemption_ready on redemption (coalesce(approved_at, changed_at), redemption_id)
  where state = 'approved' and kind <> 'gift';
create index redemption_ready_amount on redemption (amount_paise, redemption_id)
  where state = 'approved' and kind <> 'gift';

-- ---- bank files: their answers are counted from the index alone ----
drop index payment_bank_file;
create index payment_bank_file on payment (bank_file_id, state) where bank_file_id is not null;
create index payment_downloadable on payment (bank_file_id)
  where bank_file_id is not null and sealed is not null;

-- ---- parcels: approved gifts in their order, of one gift too ----
create index redemption_gift_approved on redemption (approved_at, redemption_id)
  where kind = 'gift' and approved_at is not null;
create index redemption_of_gift_approved on redemption (gift_id, approved_at, redemption_id)
  where kind = 'gift' and approved_at is not null;

-- ---- enquiries of a state or an owner: nearly all are closed, and most owners have few ----
create index enquiry_state_opened on enquiry (state, opened_at, enquiry_id);
create index enquiry_owner_opened on enquiry (owner_id, opened_at, enquiry_id) where owner_id is not null;
-- The same by urgency, which is that of the index of all.
create index enquiry_state_urgent on enquiry
  (state, coalesce(due_at, timestamptz '9999-12-31 00:00:00+00'), enquiry_id);
create index enquiry_category_urgent on enquiry
  (category, coalesce(due_at, timestamptz '9999-12-31 00:00:00+00'), enquiry_id);
create index enquiry_owner_urgent on enquiry
  (owner_id, coalesce(due_at, timestamptz '9999-12-31 00:00:00+00'), enquiry_id)
  where owner_id is not null;

-- ---- what was done to one field of a KYC, which most acts have not ----
drop index kyc_event_refused;
create index kyc_event_action_field on kyc_event (action, field, at, event_id) where field is not null;
