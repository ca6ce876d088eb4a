import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'

const { available, adjustment } = ACCOUNTS

/** What must be true of members and of the adjustments of their points. */
export const MEMBER_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'An approved adjustment moved its points once, any other none',
    sql: `select coalesce(p.member_id, t.member_id) as member_id,
        coalesce(p.adjustment_id, t.ref) as adjustment_id, p.state, p.points, t.moved, t.rows
      from points_adjustment p
      full join (select member_id, ref, count(*) as rows,
          sum(case when debit = ${adjustment} and credit = ${available} then points
            when debit = ${available} and credit = ${adjustment} then -points end) as moved
        from transfer t where kind = ${TRANSFER_KINDS.adjustment}
          and not exists (select from points_file f where f.points_file_id = t.ref)
        group by member_id, ref) t
        on t.member_id = p.member_id and t.ref = p.adjustment_id
      where case when p.state = 'approved' then t.rows is distinct from 1
          or t.moved is distinct from p.points else t.ref is not null end`,
  },
  {
    name: 'Nobody decides about an adjustment that they asked for',
    sql: `select adjustment_id, cause, requested_by, decided_by from points_adjustment p
      where state <> 'requested' and (decided_by is null or decided_by = requested_by)
        and not (cause = 'erasure' and exists (select from member m
          where m.member_id = p.member_id and m.erased_at is not null))`,
  },
  {
    name: 'The scan engine knows as blocked whom staff blocked or who left',
    sql: `select m.member_id, a.blocked, m.blocked_reason, m.left_at from member m
      join member_account a using (member_id)
      where a.blocked <> (m.blocked_reason is not null or m.left_at is not null)`,
  },
  {
    name: 'Who left the programme has no consent to it that stands',
    sql: `select m.member_id, c.consent_id from member m join member_consent c using (member_id)
      where m.left_at is not null and c.purpose = 'programme' and c.withdrawn_at is null`,
  },
  {
    name: 'Of an erased member no name, number, session, consent or point is left',
    sql: `select m.member_id, m.name, m.mobile, a.available, a.held from member m
      left join member_account a using (member_id)
      where m.erased_at is not null and (m.name <> 'Erased member' or m.city <> ''
        or m.mobile <> 'erased-' || m.member_id or m.blocked_reason is null
        or a.available > 0 or a.held > 0
        or exists (select from session s where s.member_id = m.member_id)
        or exists (select from mobile_change c where c.member_id = m.member_id)
        or exists (select from member_consent c
          where c.member_id = m.member_id and c.withdrawn_at is null))`,
  },
]
