import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely'

/**
 * SQL for lists and for what waits for a person: whether somebody may decide a row as far as it takes
 * two people. The roles are asked for elsewhere; the acts themselves ask again under their locks.
 */
type Condition = Expression<SqlBool>

/** Who counts as one with a person now, the person among them; asked for once in a statement. */
export const tiedTo = (staffId: number): RawBuilder<number[]> =>
  sql<number[]>`(select tied_people(${staffId}::int, now()))::int[]`

/** Whether the account is old enough to be anybody's second person now. */
const oldEnough = (staffId: number): Condition =>
  sql<SqlBool>`(select coalesce(second_person_from(${staffId}::int) <= now(), true))`

/** Who asked for it does not approve it, nobody approves twice, a second approval is of another role. */
export const redemptionBy = (staffId: number): Condition => sql<SqlBool>`
  ${oldEnough(staffId)} and (r.requested_by is null or r.requested_by <> all(${tiedTo(staffId)}))
  and not exists (
    select from redemption_event e where e.redemption_id = r.redemption_id and e.action = 'approve'
      and (e.staff_id = any(${tiedTo(staffId)})
        or e.role = (select role from staff where staff_id = ${staffId}::int)))`

/** As redemptions, whatever the role. */
export const batchBy = (staffId: number): Condition => sql<SqlBool>`
  ${oldEnough(staffId)} and b.requested_by <> all(${tiedTo(staffId)}) and not exists (
    select from batch_event e where e.batch_id = b.batch_id and e.action = 'approve'
      and e.staff_id = any(${tiedTo(staffId)}))`

/** Whoever proposed it does not decide it; while nobody has, anybody may propose. */
export const disputeBy = (staffId: number): Condition => sql<SqlBool>`
  (d.proposed_by is null or (${oldEnough(staffId)} and d.proposed_by <> all(${tiedTo(staffId)})))`

/** A payment to another place is approved by another person, once no finding about it is open. */
export const paymentBy = (staffId: number): Condition => sql<SqlBool>`
  (p.state <> 'proposed' or (${oldEnough(staffId)}
    and (p.initiated_by is null or p.initiated_by <> all(${tiedTo(staffId)}))
    and not exists (
      select from payment_alert l where l.redemption_id = p.redemption_id and l.resolved_at is null)
    and not exists (
      select from redemption_event e where e.redemption_id = p.redemption_id
        and e.action = 'approve' and e.staff_id = any(${tiedTo(staffId)}))))`

export const adjustmentBy = (staffId: number): Condition =>
  sql<SqlBool>`${oldEnough(staffId)} and p.requested_by <> all(${tiedTo(staffId)})`

/** Nobody who sent, applied or corrected the file; what is still being applied waits for nobody. */
export const pointsFileBy = (staffId: number): Condition => sql<SqlBool>`
  p.state = 'waiting' and ${oldEnough(staffId)} and not (p.makers && ${tiedTo(staffId)})`

/** Whoever drafted or edited it does not activate it. */
export const schemeBy = (staffId: number): Condition => sql<SqlBool>`
  ${oldEnough(staffId)} and not exists (
    select from scheme_event e where e.scheme_id = s.scheme_id and e.action in ('draft', 'edit')
      and e.staff_id = any(${tiedTo(staffId)}))`

/** Whoever wrote, changed or planned a message does not approve it. */
export const notificationBy = (staffId: number): Condition => sql<SqlBool>`
  ${oldEnough(staffId)} and n.created_by <> all(${tiedTo(staffId)})
  and n.planned_by <> all(${tiedTo(staffId)}) and not exists (
    select from notification_event e where e.notification_id = n.notification_id
      and e.step in ('write', 'change') and e.staff_id = any(${tiedTo(staffId)}))`

/** A new name or type of a member is approved by another person than who proposed it. */
export const memberChangeBy = (staffId: number): Condition =>
  sql<SqlBool>`${oldEnough(staffId)} and c.proposed_by <> all(${tiedTo(staffId)})`
