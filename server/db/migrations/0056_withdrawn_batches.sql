-- A request that nobody approved can be withdrawn by the person who made it.
alter table coupon_batch drop constraint coupon_batch_status_check,
  add constraint coupon_batch_status_check check (status in ('requested', 'approved', 'generated',
    'printed', 'closed', 'rejected', 'withdrawn', 'blocked'));
