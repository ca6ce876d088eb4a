-- Rows that a page looks for among many others at 20 million (decision 0034).

-- Failed payments of a reason, a provider and a kind that seldom meet.
create index payment_came_to_nothing
  on payment (state, failure_code, provider, kind) include (redemption_id)
  where state in ('failed', 'declined', 'reversed');

-- The largest of some days: the days are read in the index, not in the rows.
drop index redemption_amount, redemption_unpaid_amount, payment_open_amount;
create index redemption_amount on redemption (amount_paise, redemption_id, requested_at);
create index redemption_unpaid_amount on redemption (amount_paise, redemption_id, changed_at)
  where state in ('failed', 'reversed') and kind <> 'gift';
create index payment_open_amount on payment (gross_paise, payment_id, since)
  where state in ('proposed', 'queued', 'processing', 'unknown');

-- What a member agreed to, withdrawn consents among it: the unique index knows only those that stand.
create index member_consent_member on member_consent (member_id);
