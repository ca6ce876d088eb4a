import { sql, type Expression, type SqlBool } from 'kysely'

/**
 * SQL for lists and for what waits for a person: whether somebody may decide a row as far as it takes
 * two people. The roles are asked for elsewhere; the acts themselves ask again under their locks.
 */
type Condition = Expression<SqlBool>

/** Who asked for it does not approve it, nobody approves twice, a second approval is of another role. */
export const redemptionBy = (staffId: number): Condition => sql<SqlBool>`
  r.requested_by is distinct from ${staffId}::int and not exists (
    select from redemption_event e where e.redemption_id = r.redemption_id and e.action = 'approve'
      and (e.staff_id = ${staffId}::int
        or e.role = (select role from staff where staff_id = ${staffId}::int)))`

/** As redemptions, whatever the role. */
export const batchBy = (staffId: number): Condition => sql<SqlBool>`
  b.requested_by <> ${staffId}::int and not exists (
    select from batch_event e where e.batch_id = b.batch_id and e.action = 'approve'
      and e.staff_id = ${staffId}::int)`

/** Whoever proposed it does not decide it; while nobody has, anybody may propose. */
export const disputeBy = (staffId: number): Condition =>
  sql<SqlBool>`d.proposed_by is distinct from ${staffId}::int`

/** A payment to another place is approved by another person, once no finding about it is open. */
export const paymentBy = (staffId: number): Condition => sql<SqlBool>`
  (p.state <> 'proposed' or (p.initiated_by is distinct from ${staffId}::int and not exists (
    select from payment_alert l where l.redemption_id = p.redemption_id and l.resolved_at is null)))`

export const adjustmentBy = (staffId: number): Condition =>
  sql<SqlBool>`p.requested_by <> ${staffId}::int`

/** A new name or type of a member. */
export const memberChangeBy = (staffId: number): Condition =>
  sql<SqlBool>`c.proposed_by <> ${staffId}::int`

/** Nobody who sent, applied or corrected the file; what is still being applied waits for nobody. */
export const pointsFileBy = (staffId: number): Condition =>
  sql<SqlBool>`p.state = 'waiting' and ${staffId}::int <> all(p.makers)`

/** Whoever drafted or edited it does not activate it. */
export const schemeBy = (staffId: number): Condition => sql<SqlBool>`not exists (
  select from scheme_event e where e.scheme_id = s.scheme_id and e.action in ('draft', 'edit')
    and e.staff_id = ${staffId}::int)`
