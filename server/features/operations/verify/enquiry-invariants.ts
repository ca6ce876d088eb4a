/** What must be true of every enquiry, its thread and its attachments. */
export const ENQUIRY_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'The deadline that runs for an enquiry is that of its first answer until there is one',
    sql: `select enquiry_id, state, due_at from enquiry
      where due_at is distinct from case
        when state not in ('open', 'in_progress') then null
        when answered_at is null then answer_by else resolve_by end
      or (answered_at is null and state in ('waiting', 'resolved', 'closed'))`,
  },
  {
    name: 'The last word of an enquiry is its last public message',
    sql: `select e.enquiry_id, e.last_message_at, e.member_wrote_last, t.at, t.kind from enquiry e
      left join lateral (select at, kind from enquiry_message m where m.enquiry_id = e.enquiry_id
        and kind in ('member', 'answer') order by message_id desc limit 1) t on true
      where t.at is distinct from e.last_message_at
        or (t.kind = 'member') is distinct from e.member_wrote_last`,
  },
  {
    name: 'What an enquiry names and what is attached to it is of its member',
    sql: `select e.enquiry_id, 'scan' as what from enquiry e
      where scan_id is not null and not exists (
        select from scan s where s.member_id = e.member_id and s.id = e.scan_id)
      union all
      select e.enquiry_id, 'redemption' from enquiry e
      where redemption_id is not null and not exists (select from redemption r
        where r.member_id = e.member_id and r.redemption_id = e.redemption_id)
      union all
      select e.enquiry_id, 'attachment' from enquiry_attachment a
      join enquiry_message m using (message_id) join enquiry e using (enquiry_id)
      where m.kind <> 'member' or a.member_id <> e.member_id`,
  },
  {
    name: 'Of an erased member no word of an enquiry and no attachment is left',
    sql: `select m.member_id from member m
      where m.erased_at is not null and (
        exists (select from enquiry e where e.member_id = m.member_id
          and (e.subject <> 'Erased' or e.state <> 'closed'))
        or exists (select from enquiry e join enquiry_message t using (enquiry_id)
          where e.member_id = m.member_id and t.body <> 'Erased')
        or exists (select from enquiry_attachment a where a.member_id = m.member_id))`,
  },
]
