/** What must be true of every onboarding file and its rows. */
export const ONBOARDING_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'The counts of an onboarding file are those of its rows',
    sql: `select u.upload_id, u.rows, u.creates, u.changes, u.same, u.refused, u.applied, r.*
      from onboarding_upload u
      left join (select upload_id as of_upload, count(*) as n,
          count(*) filter (where verdict = 'create') as n_creates,
          count(*) filter (where verdict = 'change') as n_changes,
          count(*) filter (where verdict = 'same') as n_same,
          count(*) filter (where verdict = 'refused') as n_refused,
          count(*) filter (where verdict in ('create', 'change') and state = 'applied') as n_applied
        from onboarding_row group by upload_id) r on r.of_upload = u.upload_id
      where (u.state <> 'discarded' and (u.rows <> coalesce(n, 0)
          or u.creates <> coalesce(n_creates, 0) or u.changes <> coalesce(n_changes, 0)
          or u.same <> coalesce(n_same, 0) or u.refused <> coalesce(n_refused, 0)
          or u.applied <> coalesce(n_applied, 0)))
        or (u.state in ('refused', 'discarded') and n is not null)`,
  },
  {
    name: 'A row of an onboarding file waits only where the file is not applied to its end',
    sql: `select u.upload_id, u.state, r.row_no from onboarding_row r
      join onboarding_upload u using (upload_id)
      where r.state = 'waiting' and u.state not in ('reading', 'ready', 'applying', 'stopped')
      union all
      select u.upload_id, u.state, r.row_no from onboarding_row r
      join onboarding_upload u using (upload_id)
      where r.state = 'open' and u.state = 'taken_back'
      union all
      select u.upload_id, u.state, r.row_no from onboarding_row r
      join onboarding_upload u using (upload_id)
      where r.state in ('applied', 'corrected', 'dismissed')
        and u.state not in ('applying', 'stopped', 'applied', 'taken_back')`,
  },
  {
    name: 'A row of an onboarding file is refused or applied, never both',
    sql: `select upload_id, row_no, verdict, state from onboarding_row
      where (verdict = 'refused') <> (state in ('open', 'corrected', 'dismissed'))
        or (verdict = 'refused' and problems = '[]')
        or (state in ('applied', 'corrected') and subject_id is null)
        or (state in ('corrected', 'dismissed')) <> (settled_at is not null)`,
  },
  {
    name: 'Of a settled row of an onboarding file nothing is kept, nor of a file that is read',
    sql: `select upload_id, row_no, state from onboarding_row
      where (state in ('waiting', 'open')) <> (sealed is not null)
      union all
      select upload_id, piece, u.state from onboarding_file join onboarding_upload u using (upload_id)
      where u.state <> 'reading'`,
  },
  {
    name: 'Of an onboarding file that was taken back nothing is left',
    sql: `select u.upload_id, u.kind, made.id from onboarding_upload u
      join audit a on a.subject_id = u.upload_id::text and a.subject = 'onboarding'
        and a.action = u.kind || '.onboarded'
      cross join lateral (select jsonb_array_elements_text(a.after -> 'createdIds')::int as id) made
      where u.state = 'taken_back' and case u.kind
        when 'workers' then exists (select from staff where staff_id = made.id)
        when 'distributors' then exists (select from distributor where distributor_id = made.id)
        when 'products' then exists (select from product where product_id = made.id)
        when 'members' then exists (select from member where member_id = made.id)
        else true end`,
  },
]
