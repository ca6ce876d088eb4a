import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'

const { credited, already_scanned } = SCAN_RESULTS
const { issuance } = ACCOUNTS
const { scan, reversal } = TRANSFER_KINDS
const reversed = REVIEWS.indexOf('reversed')

/** SQL: whether a credited scan was reversed by the decision of a dispute. */
export const isMovedBy = (memberId: string, scanId: string) =>
  `exists (select from dispute d where d.state = 'moved'
    and d.first_member_id = ${memberId} and d.first_scan_id = ${scanId})`

/** What must be true of disputes. */
export const DISPUTE_INVARIANTS: readonly { name: string; sql: string }[] = [
  {
    name: 'A moved dispute took all that the first scan gave',
    sql: `select d.enquiry_id, s.review, s.points, t.points as taken from dispute d
      left join scan s on s.member_id = d.first_member_id and s.id = d.first_scan_id
      left join lateral (select sum(points) as points from transfer t
        where t.member_id = d.first_member_id and t.ref = d.first_scan_id
          and t.kind = ${reversal} and t.credit = ${issuance}) t on true
      where d.state = 'moved' and (s.id is null or s.code_key <> d.code_key
        or s.result <> ${credited} or s.review is distinct from ${reversed}
        or s.points is distinct from t.points)`,
  },
  {
    name: 'A moved dispute gave the claimant the coupon and its points, once',
    sql: `select d.enquiry_id, s.result, s.points, b.points as of_coupon, t.points as given, c.scanned_by
      from dispute d
      join coupon_batch b using (batch_id)
      left join coupon c on c.code_key = d.code_key
      left join scan s on s.member_id = d.claimant_id and s.id = d.moved_scan_id
      left join lateral (select sum(points) as points from transfer t
        where t.member_id = d.claimant_id and t.ref = d.moved_scan_id
          and t.kind = ${scan} and t.debit = ${issuance}) t on true
      where d.state = 'moved' and (s.id is null or s.code_key <> d.code_key
        or s.result <> ${credited} or s.recorded_at <> d.decided_at
        or s.points <> b.points or t.points is distinct from b.points
        or (s.review is distinct from ${reversed} and c.scanned_by is distinct from d.claimant_id))
      union all
      select max(enquiry_id), null, null, null, count(*), null from dispute
      where moved_scan_id is not null group by claimant_id, moved_scan_id having count(*) > 1`,
  },
  {
    name: 'A dispute is of its enquiry, which is open until somebody else has decided',
    sql: `select d.enquiry_id, d.state, e.state as enquiry, d.proposed_by, d.decided_by
      from dispute d left join enquiry e using (enquiry_id)
      where e.enquiry_id is null or e.member_id <> d.claimant_id
        or e.scan_id is distinct from d.claimant_scan_id or d.first_member_id = d.claimant_id
        or (d.decided_by is null) <> (d.state in ('open', 'proposed'))
        or (d.decided_by is null
          and (e.state in ('resolved', 'closed') or e.category <> 'dispute'))
        or d.decided_by = d.proposed_by or (d.decided_by is not null and d.proposed_by is null)`,
  },
  {
    name: 'A dispute claims by a scan that somebody else was first with, or that a dispute took',
    sql: `select d.enquiry_id, s.result, s.review from dispute d
      left join scan s on s.member_id = d.claimant_id and s.id = d.claimant_scan_id
      where s.id is null or s.code_key <> d.code_key or s.batch_id <> d.batch_id
        or s.serial <> d.serial
        or (s.result <> ${already_scanned} and (s.result <> ${credited}
          or not exists (select from dispute m where m.state = 'moved'
            and m.first_member_id = s.member_id and m.first_scan_id = s.id)))`,
  },
]
