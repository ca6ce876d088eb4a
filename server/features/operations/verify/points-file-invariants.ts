import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import type { Invariant } from './invariant.ts'

const { available, opening } = ACCOUNTS
const KINDS = TRANSFER_KINDS

/** What must be true of points that files proposed. */
export const POINTS_FILE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The totals of a file of points are those of its rows',
    sql: `select p.points_file_id, p.state, p.members, p.given, p.taken, p.credited, p.short, r.*
      from points_file p
      left join (select points_file_id as of_file, count(*) as n,
          coalesce(sum(points) filter (where points > 0), 0) as n_given,
          coalesce(-sum(points) filter (where points < 0), 0) as n_taken,
          count(*) filter (where state = 'credited') as n_credited,
          count(*) filter (where state = 'short') as n_short,
          count(*) filter (where state = 'waiting') as n_waiting,
          bool_or(opening) as some_opening, bool_and(opening) as all_opening
        from points_file_row group by points_file_id) r on r.of_file = p.points_file_id
      where case when p.state in ('rejected', 'withdrawn') then n is not null
          else p.members <> coalesce(n, 0) or p.given <> coalesce(n_given, 0)
            or p.taken <> coalesce(n_taken, 0) end
        or p.credited <> coalesce(n_credited, 0) or p.short <> coalesce(n_short, 0)
        or (p.state = 'credited' and n_waiting > 0)
        or (p.state in ('collecting', 'waiting') and n_waiting < n)
        or (p.cause = 'opening') <> all_opening or (p.cause = 'opening') <> some_opening`,
  },
  {
    name: 'Points by file moved once for each row that says so, and never otherwise',
    sql: `select coalesce(r.points_file_id, t.ref) as points_file_id,
        coalesce(r.member_id, t.member_id) as member_id, r.state, r.points, t.moved, t.rows
      from points_file_row r
      full join (select member_id, ref, count(*) as rows, min(kind) as kind, max(kind) as kind_too,
          bool_and(${opening} in (debit, credit)) as from_opening,
          sum(case when credit = ${available} then points when debit = ${available} then -points end)
            as moved
        from transfer t
        where kind = ${KINDS.opening} or (kind = ${KINDS.adjustment}
          and exists (select from points_file f where f.points_file_id = t.ref))
        group by member_id, ref) t on t.member_id = r.member_id and t.ref = r.points_file_id
      where (r.state is not distinct from 'credited') <> (t.rows is not null)
        or (t.rows is not null and (t.rows <> 1 or t.moved is distinct from r.points
          or t.kind <> case when r.opening then ${KINDS.opening} else ${KINDS.adjustment} end
          or t.from_opening is distinct from r.opening))`,
  },
  {
    name: 'Points by file are approved by somebody who had no hand in the file, and never wait for nobody',
    sql: `select p.points_file_id, p.state, p.makers, p.decided_by from points_file p
      join onboarding_upload u using (upload_id)
      where (p.state in ('crediting', 'credited', 'rejected')
          and (p.decided_by is null or p.decided_by = any(p.makers)))
        or u.came_by <> all(p.makers)
        or (u.applied_by is not null and u.applied_by <> all(p.makers))
      union all
      select r.points_file_id, m.name, null, m.member_id from points_file_row r
      join member m using (member_id) where r.state = 'waiting' and m.erased_at is not null`,
  },
]
