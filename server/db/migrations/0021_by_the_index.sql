-- Pages are cut on the columns of their order alone (decision 0038): what a filter reads beside them
-- is in the index too, so that rows it passes over are not fetched (decision 0034).
create index member_like on member (member_id) include (state, kind);
drop index redemption_amount, redemption_requested, redemption_state, redemption_gift,
  redemption_gift_approved;
create index redemption_amount on redemption (amount_paise, redemption_id, requested_at)
  include (member_id);
create index redemption_requested on redemption (requested_at, redemption_id) include (member_id);
create index redemption_state on redemption (state, requested_at, redemption_id) include (member_id);
create index redemption_gift on redemption (state, approved_at, redemption_id)
  include (member_id) where kind = 'gift' and approved_at is not null;
create index redemption_gift_approved on redemption (approved_at, redemption_id)
  include (member_id) where kind = 'gift' and approved_at is not null;

-- Pairs of filters that seldom meet: one of either walked all of the other.
create index enquiry_category_opened on enquiry (category, opened_at, enquiry_id);
create index enquiry_owner_category_urgent on enquiry
  (owner_id, category, coalesce(due_at, timestamptz '9999-12-31 00:00:00+00'), enquiry_id)
  where owner_id is not null;
create index kyc_event_decision_staff on kyc_event (decision, staff_id, at, event_id)
  where decision is not null;

-- Who else has this PAN, account or file: a digest has no order.
drop index kyc_field_digest;
create index kyc_field_digest on kyc_field using hash (digest) where digest is not null;
