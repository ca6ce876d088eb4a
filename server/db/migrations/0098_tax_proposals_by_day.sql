-- Of each first day one proposal waits at most: a programme file may bring rules for several days.
drop index tax_rule_change_open;
create unique index tax_rule_change_open on tax_rule_change (from_day) where state = 'proposed';
