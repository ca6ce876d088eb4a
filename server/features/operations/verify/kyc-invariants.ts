/** What must be true of every KYC, and of what an erased member leaves behind. */
export const KYC_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: "A member's mark of their KYC is the state of their KYC",
    sql: `select m.member_id, m.kyc_state, k.state from member m
      left join kyc k using (member_id)
      where m.kyc_state <> coalesce(k.state, 'none')`,
  },
  {
    name: 'The state of a KYC follows from its fields',
    sql: `select k.member_id, k.state, f.* from kyc k
      join member m using (member_id)
      cross join lateral (select
          count(*) filter (where state = 'pending') as pending,
          count(*) filter (where state = 'accepted') as accepted,
          count(*) filter (where state = 'refused') as refused
        from kyc_field where member_id = k.member_id) f
      where m.erased_at is null and not case k.state
        when 'pending' then f.pending > 0 and f.refused = 0
        when 'resubmit' then f.pending = 0 and (f.refused > 0 or exists (
          select from kyc_event e where e.member_id = k.member_id and e.round = k.round
            and e.decision = 'resubmit' and e.refused = '[]'))
        when 'approved' then f.pending = 0 and f.refused = 0 and f.accepted > 0
        else f.pending = 0
      end`,
  },
  {
    name: 'A reason for which a field was refused has its words, and only a refused field has one',
    sql: `select member_id, field, reason from kyc_field
      where reason is not null
        and (state <> 'refused' or not reason ?& array['key', 'label', 'en', 'hi'])
      union all
      select member_id, field, reason from kyc_event
      where reason is not null
        and (action <> 'field_refused' or not reason ?& array['key', 'label', 'en', 'hi'])`,
  },
  {
    name: 'Each round of a KYC is one submission',
    sql: `select k.member_id, k.round, s.submissions, s.last from kyc k
      join member m using (member_id)
      cross join lateral (select count(*) as submissions, max(round) as last
        from kyc_submission where member_id = k.member_id) s
      where m.erased_at is null
        and (s.submissions <> k.round or s.last is distinct from k.round)`,
  },
  {
    name: 'A decided KYC has its decision in the log, a waiting one has none of this round',
    sql: `select k.member_id, k.round, k.state, e.decisions from kyc k
      join member m using (member_id)
      cross join lateral (select count(*) as decisions from kyc_event
        where member_id = k.member_id and round = k.round and action = 'decided'
          and case k.state when 'approved' then decision = 'approve'
            when 'rejected' then decision in ('reject', 'revoke')
            when 'resubmit' then decision = 'resubmit' else true end) e
      where m.erased_at is null and e.decisions <> case when k.state = 'pending' then 0 else 1 end`,
  },
  {
    name: 'An approval of a KYC is revoked by two people, and by nothing else',
    sql: `select e.member_id, e.event_id, e.staff_id, r.proposed_by from kyc_event e
      left join kyc_revocation r on r.member_id = e.member_id and r.state = 'approved'
        and r.decided_at = e.at and r.decided_by = e.staff_id
      where e.decision = 'revoke' and (r.proposed_by is null or r.proposed_by = e.staff_id)
      union all
      select r.member_id, null, r.decided_by, r.proposed_by from kyc_revocation r
      where r.state = 'approved' and not exists (select from kyc_event e
        where e.member_id = r.member_id and e.at = r.decided_at and e.decision = 'revoke')`,
  },
  {
    name: 'Of an erased member no KYC value, submission or document is left',
    sql: `select m.member_id from member m
      where m.erased_at is not null and (
        exists (select from kyc_field f where f.member_id = m.member_id)
        or exists (select from kyc_submission s where s.member_id = m.member_id)
        or exists (select from kyc_document d where d.member_id = m.member_id)
        or m.kyc_state in ('pending', 'resubmit'))`,
  },
]
