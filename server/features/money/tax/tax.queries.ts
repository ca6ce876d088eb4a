import { sql, type Insertable } from 'kysely'
import type { MemberKind } from '../../../../contract/people/members.ts'
import type {
  RedemptionKind,
  RedemptionState,
} from '../../../../contract/money/redemption-states.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { keepPlan } from '../../../db/kept-plans.ts'
import type { Database } from '../../../db/schema.ts'
import type { TaxRule } from './taxed-benefit.ts'

/** The rule on the tax of benefits that is in force on a day. */
export async function taxRuleOn(db: Db | Tx, day: string): Promise<TaxRule | null> {
  const { rows } = await sql<TaxRule>`
    ${keepPlan('tax rule')}
    select section, form, payment_code as "paymentCode",
      threshold_paise::float8 as "thresholdPaise", rate_bps as "rateBps",
      rate_no_pan_bps as "rateNoPanBps"
    from tax_rule where from_day <= ${day}::date order by from_day desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Digest of the member's accepted PAN: whoever else has it is the same person. */
export async function acceptedPan(db: Db | Tx, memberId: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('kyc_field')
    .select('digest')
    .where('member_id', '=', memberId)
    .where('field', '=', 'pan')
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  return row?.digest ?? null
}

/** Holds the person to the end of the transaction: their benefits follow each other. */
export async function lockPerson(tx: Tx, person: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${person}, 0))`.execute(tx)
}

/** Members who are one person with a member `m`, whose accepted PAN is `p`. */
const samePerson = (m: string, p: string) => sql`array(
  select ${sql.raw(m)}.member_id union
  select f.member_id from kyc_field f
  where f.field = 'pan' and f.state = 'accepted' and f.digest = ${sql.raw(p)}.digest)`

export type YearRow = {
  memberId: number
  rateBps: number
  grossedUp: boolean
  ours: boolean
  valuePaise: number
  basePaise: number
  taxPaise: number
}

/**
 * What the person behind each of these members was given in a financial year, by rate: the benefits
 * of every member who has that PAN now, and those given under it then.
 */
export async function yearRows(
  db: Db | Tx,
  memberIds: readonly number[],
  financialYear: number,
): Promise<YearRow[]> {
  const given = sql`select rate_bps, grossed_up, kind <> 'outside' as ours,
      value_paise, base_paise, tax_paise
    from benefit where financial_year = ${financialYear} and undone_at is null`
  const { rows } = await sql<YearRow>`
    ${keepPlan('tax year')}
    select m.member_id as "memberId", b.rate_bps as "rateBps", b.grossed_up as "grossedUp", b.ours,
      sum(b.value_paise)::float8 as "valuePaise", sum(b.base_paise)::float8 as "basePaise",
      sum(b.tax_paise)::float8 as "taxPaise"
    from unnest(${memberIds}::int[]) m(member_id)
    left join kyc_field p on p.member_id = m.member_id and p.field = 'pan' and p.state = 'accepted'
    cross join lateral (select ${samePerson('m', 'p')} as ids offset 0) same
    cross join lateral (
      ${given} and member_id = any(same.ids)
      union all
      ${given} and person = p.digest and member_id <> all(same.ids)
    ) b
    group by 1, 2, 3, 4`.execute(db)
  return rows
}

export type TaxableRow = {
  redemptionId: string
  memberId: number
  memberKind: MemberKind
  kind: RedemptionKind
  state: RedemptionState
  benefitPaise: number
  pan: Buffer | null
}

/** What the tax of some redemptions depends on, besides the year. */
export async function taxableRows(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<TaxableRow[]> {
  const { rows } = await sql<TaxableRow>`
    ${keepPlan('taxable')}
    select r.redemption_id as "redemptionId", r.member_id as "memberId", m.kind as "memberKind",
      r.kind, r.state, r.benefit_paise::float8 as "benefitPaise", p.digest as pan
    from redemption r
    join member m using (member_id)
    left join kyc_field p on p.member_id = r.member_id and p.field = 'pan' and p.state = 'accepted'
    where r.redemption_id = any(${redemptionIds}::bigint[])`.execute(db)
  return rows
}

export type WaitingRow = {
  /** The redemption before which it would be given. */
  beforeId: string
  memberKind: MemberKind
  kind: RedemptionKind
  benefitPaise: number
}

/**
 * What waits to be given to the same person before each of these redemptions, in its order: approved
 * before it and not given yet.
 */
export async function waitingBefore(
  db: Db | Tx,
  redemptionIds: readonly string[],
): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`
    ${keepPlan('tax before')}
    select r.redemption_id as "beforeId", om.kind as "memberKind", o.kind,
      o.benefit_paise::float8 as "benefitPaise"
    from redemption r
    left join kyc_field p on p.member_id = r.member_id and p.field = 'pan' and p.state = 'accepted'
    join redemption o on o.member_id = any(${samePerson('r', 'p')})
      and o.redemption_id <> r.redemption_id and o.state in ('approved', 'payment_pending')
      and (r.approved_at is null
        or (o.approved_at, o.redemption_id) < (r.approved_at, r.redemption_id))
    join member om on om.member_id = o.member_id
    where r.redemption_id = any(${redemptionIds}::bigint[])
      and not exists (select from benefit b
        where b.redemption_id = o.redemption_id and b.undone_at is null)
    order by o.approved_at, o.redemption_id`.execute(db)
  return rows
}

/** False where another process made the same id in the same millisecond. */
export async function insertBenefit(
  tx: Tx,
  row: Insertable<Database['benefit']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('benefit')
    .values(row)
    .onConflict((conflict) => conflict.column('benefit_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Undoes the benefit of a payment, or that of a gift. */
export async function undoBenefit(
  tx: Tx,
  of: { paymentId: string } | { redemptionId: string },
  at: Date,
): Promise<void> {
  const undo = tx.updateTable('benefit').set({ undone_at: at }).where('undone_at', 'is', null)
  const one =
    'paymentId' in of
      ? undo.where('payment_id', '=', of.paymentId)
      : undo.where('redemption_id', '=', of.redemptionId).where('kind', '=', 'gift')
  await one.execute()
}

function benefits(db: Db | Tx) {
  return db
    .selectFrom('benefit')
    .select((select) => [
      'kind',
      'person',
      'financial_year as financialYear',
      'section',
      'form',
      'payment_code as paymentCode',
      number(select.ref('threshold_paise')).as('thresholdPaise'),
      number(select.ref('value_paise')).as('valuePaise'),
      number(select.ref('before_paise')).as('beforePaise'),
      number(select.ref('before_taxed_paise')).as('beforeTaxedPaise'),
      number(select.ref('base_paise')).as('basePaise'),
      'rate_bps as rateBps',
      number(select.ref('tax_paise')).as('taxPaise'),
      'words',
    ])
}
export type StoredBenefit = Awaited<
  ReturnType<ReturnType<typeof benefits>['executeTakeFirstOrThrow']>
>

/** The benefit of a redemption that stands; none where nothing is given, or it came back. */
export async function benefitOf(db: Db | Tx, redemptionId: string) {
  return benefits(db)
    .where('redemption_id', '=', redemptionId)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** The benefit that a payment was, also when it came back. */
export async function benefitOfPayment(db: Db | Tx, paymentId: string) {
  return benefits(db).where('payment_id', '=', paymentId).executeTakeFirst()
}
