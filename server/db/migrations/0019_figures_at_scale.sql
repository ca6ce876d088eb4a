-- What dashboards and reports of a period read at 20 million (decision 0034).

-- Points redeemed in a period: from the index alone, a tenth of the period's transfers.
create index transfer_redeemed on transfer (id) include (points) where kind = 6;
-- Payments begun in a period, in the order of the report of them.
create index payment_initiated on payment (initiated_at, payment_id);
