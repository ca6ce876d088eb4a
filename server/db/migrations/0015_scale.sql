-- Indexes that the measuring at 20 million scans asked for (decision 0034). None is on a table that a
-- scan writes to.

-- ---- payments: arrived ones by amount, and the few of them that came back ----
create index payment_arrived_amount on payment (gross_paise, payment_id) where processed_at is not null;
create index payment_came_back on payment (processed_at, payment_id) where state = 'reversed';

-- ---- redemptions whose payment came to nothing: few among many, so each order has its own ----
create index redemption_unpaid on redemption (changed_at, redemption_id)
  where state in ('failed', 'reversed') and kind <> 'gift';
create index redemption_unpaid_amount on redemption (amount_paise, redemption_id)
  where state in ('failed', 'reversed') and kind <> 'gift';

-- ---- the trail in the order of time, whatever it is narrowed by ----
drop index audit_staff;
create index audit_staff on audit (staff_id, at, seq);
drop index audit_action;
create index audit_action on audit (action, at, seq);
drop index audit_subject_id;
create index audit_subject_id on audit (subject_id, at, seq);
create index audit_subject_action on audit (subject, action, at, seq);
create index audit_of_subject on audit (subject, at, seq);

-- ---- which batches a product has, of which plant: a few name a rare product's scans ----
create index coupon_batch_product on coupon_batch (product_id, plant_id, batch_id);

-- ---- what one reviewer did of one kind ----
create index kyc_event_action_staff on kyc_event (action, staff_id, at, event_id)
  where staff_id is not null;

-- ---- what a member's approved redemptions still have to give: asked for each row of the queue ----
create index redemption_to_give on redemption (member_id) where state in ('approved', 'payment_pending');

-- ---- orders and searches that were found by reading a list to its end ----
create index coupon_batch_largest on coupon_batch (quantity, batch_id);
create index onboarding_row_code on onboarding_row (code) where verdict = 'refused';
-- Members of a kind in a state, which may be few or none.
create index member_state_kind on member (state, kind, joined_at, member_id);
