import { WITHOUT_COUPONS } from '../../../../contract/programme/batches.ts'
import { COUPON_STATUSES } from '../../../../contract/programme/coupons.ts'
import { ACCOUNTS, TRANSFER_KINDS } from '../../../../contract/ledger/points.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { ACCESS_INVARIANTS } from './access-invariants.ts'
import { BELONGING_INVARIANTS } from './belonging-invariants.ts'
import { CHARGE_INVARIANTS } from './charge-invariants.ts'
import { DERIVED_INVARIANTS } from './derived-invariants.ts'
import { DISPUTE_INVARIANTS, isMovedBy } from './dispute-invariants.ts'
import { ENQUIRY_INVARIANTS } from './enquiry-invariants.ts'
import type { Invariant } from './invariant.ts'
import { KYC_INVARIANTS } from './kyc-invariants.ts'
import { MASTER_INVARIANTS } from './master-invariants.ts'
import { MEMBER_INVARIANTS } from './member-invariants.ts'
import { MESSAGE_INVARIANTS } from './message-invariants.ts'
import { OFFER_INVARIANTS } from './offer-invariants.ts'
import { PRINT_INVARIANTS } from './print-invariants.ts'
import { NOTIFICATION_INVARIANTS } from './notification-invariants.ts'
import { ONBOARDING_INVARIANTS } from './onboarding-invariants.ts'
import { PAYMENT_INVARIANTS } from './payment-invariants.ts'
import { PARCEL_INVARIANTS } from './parcel-invariants.ts'
import { POINTS_FILE_INVARIANTS } from './points-file-invariants.ts'
import { PEOPLE_INVARIANTS } from './people-invariants.ts'
import { PLANT_INVARIANTS } from './plant-invariants.ts'
import { OPEN, REDEMPTION_INVARIANTS } from './redemption-invariants.ts'
import { FRAUD_INVARIANTS } from './fraud-invariants.ts'
import { RULE_INVARIANTS } from './rule-invariants.ts'
import { SCHEME_INVARIANTS } from './scheme-invariants.ts'
import { SETTLEMENT_INVARIANTS } from './settlement-invariants.ts'
import { STAFF_INVARIANTS } from './staff-invariants.ts'

export type Broken = { name: string; rows: Record<string, unknown>[] }
/** Runs one query and gives its rows; all of them in one snapshot, where anything is being written. */
export type RunQuery = (sql: string) => Promise<Record<string, unknown>[]>

const { available, held, issuance, redeemed } = ACCOUNTS
const { scan, scan_held, scheme_bonus, scan_released, reversal } = TRANSFER_KINDS
const { credited } = SCAN_RESULTS
const waiting = REVIEWS.indexOf('waiting')
const reversed = REVIEWS.indexOf('reversed')
/** What an account gained less what it lost. */
const net = (account: number) =>
  `coalesce(sum(case when credit = ${account} then points when debit = ${account} then -points else 0 end), 0)`
/** Rows are shown up to this many: enough to see what is wrong. */
const SHOWN = 20

const LEDGER: Invariant[] = [
  {
    name: 'Every transfer moves points from one account to another',
    sql: `select member_id, seq from transfer where points <= 0 or debit = credit`,
  },
  {
    name: "A member's balances are the sum of the member's transfers",
    sql: `select a.member_id, a.available, a.held, t.available as moved, t.held as moved_held
      from member_account a
      left join (select member_id, ${net(available)} as available, ${net(held)} as held
        from transfer group by member_id) t using (member_id)
      where a.available <> coalesce(t.available, 0) or a.held <> coalesce(t.held, 0)`,
  },
  {
    name: 'Transfers of a member are numbered without a gap',
    sql: `select coalesce(a.member_id, t.member_id) as member_id, a.seq, t.rows, t.first, t.last
      from member_account a
      full join (select member_id, count(*) as rows, min(seq) as first, max(seq) as last
        from transfer group by member_id) t using (member_id)
      where a.seq is distinct from coalesce(t.last, 0) or coalesce(t.rows, 0) <> coalesce(a.seq, 0)
        or t.first > 1`,
  },
  {
    name: 'The balances after a transfer follow from those before it',
    sql: `select member_id, seq from (
        select member_id, seq,
          available_after - lag(available_after, 1, 0::bigint) over chain
            - case when credit = ${available} then points when debit = ${available} then -points else 0 end as off,
          held_after - lag(held_after, 1, 0::bigint) over chain
            - case when credit = ${held} then points when debit = ${held} then -points else 0 end as off_held
        from transfer window chain as (partition by member_id order by seq)
      ) steps where off <> 0 or off_held <> 0`,
  },
  {
    name: 'No balance is below zero',
    sql: `select member_id, null as seq from member_account where available < 0 or held < 0
      union all
      select member_id, seq from transfer where available_after < 0 or held_after < 0`,
  },
  {
    name: 'An idempotency key has at most one effect',
    sql: `select member_id, idempotency_key, count(*) from transfer
      where idempotency_key is not null group by member_id, idempotency_key having count(*) > 1`,
  },
  {
    name: 'A transfer is reversed at most once, by its mirror image',
    sql: `select r.member_id, r.seq, r.reverses from transfer r
      left join transfer t on t.member_id = r.member_id and t.seq = r.reverses
      where r.reverses is not null and (t.seq is null or t.points <> r.points
        or t.debit <> r.credit or t.credit <> r.debit or t.ref <> r.ref or t.seq >= r.seq)
      union all
      select member_id, max(seq), reverses from transfer
      where reverses is not null group by member_id, reverses having count(*) > 1`,
  },
]

const SCANS: Invariant[] = [
  {
    name: 'A scanned coupon has exactly one credit that stands, any other coupon none',
    sql: `select code_key, c.status, c.scanned_by, c.scanned_points, s.credits, s.member_id, s.points
      from (select * from coupon where status = ${COUPON_STATUSES.scanned}) c
      full join (
        select code_key, count(*) as credits, min(member_id) as member_id, min(points) as points,
          min(batch_id) as batch_id, min(serial) as serial
        from scan where result = ${credited} and review is distinct from ${reversed} group by code_key
      ) s using (code_key)
      where c.status is null or s.credits is distinct from 1 or s.member_id <> c.scanned_by
        or s.points <> c.scanned_points or s.batch_id <> c.batch_id or s.serial <> c.serial`,
  },
  {
    name: 'A credited scan moved its points once, a refused one none',
    sql: `select s.member_id, s.id, s.result, s.points, t.points as moved
      from scan s
      left join (select member_id, ref, sum(points) as points from transfer
        where debit = ${issuance} and kind in (${scan}, ${scan_held}, ${scheme_bonus})
        group by member_id, ref) t on t.member_id = s.member_id and t.ref = s.id
      where s.points <> coalesce(t.points, 0) or (s.result = ${credited}) <> (t.points is not null)`,
  },
  {
    name: 'Points come from scans that are there',
    sql: `select t.member_id, t.seq, t.ref from transfer t
      left join scan s on s.member_id = t.member_id and s.id = t.ref
      where t.kind in (${scan}, ${scan_held}, ${scheme_bonus}, ${scan_released}, ${reversal})
        and ${redeemed} not in (t.debit, t.credit) and s.id is null`,
  },
  {
    name: 'A scan waits for a review when, and only when, it is flagged and credited',
    sql: `select member_id, id, result, flags, review from scan s
      where ((review is not null) <> (coalesce(cardinality(flags), 0) > 0)
          and not (review is not distinct from ${reversed} and ${isMovedBy('s.member_id', 's.id')}))
        or (review is not null and result <> ${credited})`,
  },
  {
    name: "Held points are those of the member's waiting scans and open redemptions",
    sql: `select a.member_id, a.held, s.points, r.points as redeeming from member_account a
      left join (select member_id, sum(points) as points from scan where review = ${waiting}
        group by member_id) s using (member_id)
      left join (select member_id, sum(points) as points from redemption where state in (${OPEN})
        group by member_id) r using (member_id)
      where a.held <> coalesce(s.points, 0) + coalesce(r.points, 0)`,
  },
]

const COUNTS: Invariant[] = [
  {
    name: "The day's counts are those of the scans",
    sql: `with counted as (
        select day, result, state, plant_id, product_id,
          sum(attempts) as attempts, sum(points) as points
        from rollup_day group by 1, 2, 3, 4, 5
      ), made as (
        select (recorded_at at time zone 'Asia/Kolkata')::date as day, result, state,
          coalesce(plant_id, 0) as plant_id, coalesce(product_id, 0) as product_id,
          count(*) as attempts, sum(points) as points
        from scan group by 1, 2, 3, 4, 5
      )
      select * from counted full join made using (day, result, state, plant_id, product_id)
      where counted.attempts is distinct from made.attempts
        or counted.points is distinct from made.points`,
  },
  {
    name: 'Scanned coupons are counted for their batch',
    sql: `select batch_id, c.scanned, r.scanned as counted
      from (select batch_id, count(*) as scanned from coupon
        where status = ${COUPON_STATUSES.scanned} group by batch_id) c
      full join (select batch_id, sum(scanned) as scanned from rollup_batch group by batch_id) r
        using (batch_id)
      where coalesce(c.scanned, 0) <> coalesce(r.scanned, 0)`,
  },
  {
    name: 'The states of coupons are counted for their batch',
    sql: `select b.batch_id, n.*, c.* from coupon_batch b
      left join batch_count n using (batch_id)
      left join (select batch_id, count(*) as coupons,
          count(*) filter (where status = ${COUPON_STATUSES.printed}) as printed,
          count(*) filter (where status in (${COUPON_STATUSES.active}, ${COUPON_STATUSES.scanned})) as activated,
          count(*) filter (where status = ${COUPON_STATUSES.deactivated}) as deactivated,
          count(*) filter (where status = ${COUPON_STATUSES.blocked}) as blocked
        from coupon group by batch_id) c using (batch_id)
      where b.status not in (${[...WITHOUT_COUPONS].map((status) => `'${status}'`).join(', ')})
        and (c.coupons is distinct from b.quantity or c.printed is distinct from n.printed
          or c.activated is distinct from n.activated
          or c.deactivated is distinct from n.deactivated or c.blocked is distinct from n.blocked)`,
  },
]

/** The invariants of docs (design/domain.md) that today's tables can break. */
export const INVARIANTS: readonly Invariant[] = [
  ...LEDGER,
  ...SCANS,
  ...COUNTS,
  ...SCHEME_INVARIANTS,
  ...CHARGE_INVARIANTS,
  ...MEMBER_INVARIANTS,
  ...BELONGING_INVARIANTS,
  ...KYC_INVARIANTS,
  ...REDEMPTION_INVARIANTS,
  ...PARCEL_INVARIANTS,
  ...PAYMENT_INVARIANTS,
  ...ENQUIRY_INVARIANTS,
  ...DISPUTE_INVARIANTS,
  ...SETTLEMENT_INVARIANTS,
  ...PLANT_INVARIANTS,
  ...RULE_INVARIANTS,
  ...MESSAGE_INVARIANTS,
  ...FRAUD_INVARIANTS,
  ...ACCESS_INVARIANTS,
  ...MASTER_INVARIANTS,
  ...PEOPLE_INVARIANTS,
  ...ONBOARDING_INVARIANTS,
  ...POINTS_FILE_INVARIANTS,
  ...NOTIFICATION_INVARIANTS,
  ...PRINT_INVARIANTS,
  ...OFFER_INVARIANTS,
  ...DERIVED_INVARIANTS,
  ...STAFF_INVARIANTS,
]

/** Runs every invariant, or those given, and gives those that do not hold, each with the first rows that break it. */
export async function checkInvariants(
  query: RunQuery,
  invariants: readonly Invariant[] = INVARIANTS,
): Promise<Broken[]> {
  const broken: Broken[] = []
  for (const { name, sql } of invariants) {
    const rows = await query(`${sql} limit ${SHOWN}`)
    if (rows.length > 0) broken.push({ name, rows })
  }
  return broken
}
