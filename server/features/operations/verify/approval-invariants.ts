import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import type { Invariant } from './invariant.ts'

const { issuance } = ACCOUNTS
const { reversal, scan_released } = TRANSFER_KINDS

const audited = (subject: string, subjectId: string, rest: string) =>
  `exists (select from audit a where a.subject = '${subject}' and a.subject_id = ${subjectId}::text
    and ${rest})`

/**
 * What moved points or money, against the approval that allowed it as the audit trail tells it. Only
 * of a history that was made by the product's own services, which write that trail.
 */
export const APPROVAL_INVARIANTS: readonly Invariant[] = [
  {
    name: 'The trail tells of the approval of each adjustment, by who decided it',
    sql: `select adjustment_id, member_id, points, decided_by, decided_at from points_adjustment p
      where state = 'approved' and not case cause
        when 'erasure' then ${audited('member', 'p.member_id', `action = 'member.erased' and staff_id = p.decided_by`)}
        else ${audited(
          'member',
          'p.member_id',
          `action = 'points.adjust.approved' and staff_id = p.decided_by
            and after ->> 'adjustmentId' = p.adjustment_id::text
            and (after ->> 'points')::bigint = p.points`,
        )} end`,
  },
  {
    name: 'The trail tells of the approval of each file of points, by who decided it',
    sql: `select points_file_id, cause, decided_by, decided_at from points_file p
      where state in ('crediting', 'credited') and not ${audited(
        'points_file',
        'p.points_file_id',
        `action = 'points_file.approved' and staff_id = p.decided_by
          and (after ->> 'given')::bigint = p.given and (after ->> 'taken')::bigint = p.taken`,
      )}`,
  },
  {
    name: 'The trail tells of each approval of a redemption, by who approved it',
    sql: `select e.redemption_id, e.event_id, e.staff_id, e.at from redemption_event e
      where e.action = 'approve' and not ${audited(
        'redemption',
        'e.redemption_id',
        `action = 'redemption.approve' and staff_id = e.staff_id`,
      )}`,
  },
  {
    name: 'The trail tells who had each payment sent',
    sql: `select p.payment_id, p.redemption_id, p.initiated_by, p.initiated_at from payment p
      where p.state not in ('proposed', 'declined') and not ${audited(
        'redemption',
        'p.redemption_id',
        `action = 'redemption.queue' and staff_id in (p.initiated_by, p.decided_by)`,
      )}`,
  },
  {
    name: 'The trail tells who released a held scan, and who took one back',
    sql: `select t.member_id, t.ref, t.kind, min(t.recorded_at) as at from transfer t
      where (t.kind = ${scan_released} and not ${audited('scan', 't.ref', `action = 'scan.release'`)})
        or (t.kind = ${reversal} and t.credit = ${issuance}
          and not ${audited('scan', 't.ref', `action = 'scan.reverse'`)}
          and not exists (select from dispute d where d.state = 'moved'
            and d.first_member_id = t.member_id and d.first_scan_id = t.ref
            and ${audited('dispute', 'd.enquiry_id', `action = 'dispute.decided' and staff_id = d.decided_by`)}))
      group by t.member_id, t.ref, t.kind`,
  },
  {
    name: 'The trail tells of each approval to take codes again, by who decided it',
    sql: `select again_id, batch_id, decided_by, decided_at from print_again p
      where state = 'approved' and not ${audited(
        'coupon_batch',
        'p.batch_id',
        `action = 'batch.print_again.approved' and staff_id = p.decided_by
          and (after ->> 'againId')::int = p.again_id`,
      )}`,
  },
  {
    name: 'The trail tells of each decision about scans, by who made and who approved it',
    sql: `select decision_id, proposed_by, decided_by, state from scan_decision p
      where state in ('applying', 'done') and not (${audited(
        'scan_decision',
        'p.decision_id',
        `action in ('scan_decision.made', 'scan_decision.proposed') and staff_id = p.proposed_by`,
      )} and (decided_by is null or ${audited(
        'scan_decision',
        'p.decision_id',
        `action = 'scan_decision.approved' and staff_id = p.decided_by`,
      )}))`,
  },
  {
    name: 'The trail tells of each passkey, by whose it is',
    sql: `select left(encode(sha256(credential_id), 'hex'), 32) as passkey_id, staff_id, created_at
      from passkey p where not ${audited(
        'staff',
        'p.staff_id',
        `action = 'passkey.added' and staff_id = p.staff_id
          and after ->> 'digest' = encode(sha256(p.credential_id || p.public_key), 'hex')`,
      )}`,
  },
]
