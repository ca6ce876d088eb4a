import { sql } from 'kysely'
import type {
  ChargeRule,
  ChargeRuleListQuery,
  ChargeTerms,
  RetailerTier,
} from '../../../../contract/programme/charges.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { joinedPage, type Order } from '../../../db/keyset.ts'

/** As many of the newest as the page of a rule shows. */
const EVENTS_SHOWN = 100

/** Held to the end of a transaction that changes a rule: rules are compared with all others. */
export async function lockRules(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('charge_rule', 0))`.execute(tx)
}

const rules = (db: Db | Tx) =>
  db
    .selectFrom('charge_rule as r')
    .select((select) => [
      'r.rule_id as ruleId',
      'r.product_groups as productGroups',
      'r.tiers',
      'r.kind',
      number(select.ref('r.paise')).as('paise'),
      'r.basis_points as basisPoints',
      'r.from_day as fromDay',
      'r.to_day as toDay',
      'r.note',
      'r.created_by as createdBy',
      'r.created_at as createdAt',
      'r.version',
    ])

/** With who made them and what they paid, for the rules of a page. */
function withPaid(db: Db | Tx, found: ReturnType<typeof rules>) {
  return db
    .selectFrom(found.as('r'))
    .innerJoin('staff', 'staff.staff_id', 'r.createdBy')
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('rollup_charge as c')
          .select((of) => [
            number(of.fn.coalesce(of.fn.sum('c.charges'), sql`0`)).as('charges'),
            number(of.fn.coalesce(of.fn.sum('c.paise'), sql`0`)).as('paidPaise'),
            sql<string | null>`max(c.day) filter (where c.charges > 0)`.as('lastPaidOn'),
          ])
          .whereRef('c.rule_id', '=', 'r.ruleId')
          .as('paid'),
      (join) => join.onTrue(),
    )
    .select([
      'r.ruleId',
      'r.productGroups',
      'r.tiers',
      'r.kind',
      'r.paise',
      'r.basisPoints',
      'r.fromDay',
      'r.toDay',
      'r.note',
      'r.createdAt',
      'r.version',
      'staff.name as createdBy',
      'paid.charges',
      'paid.paidPaise',
      'paid.lastPaidOn',
    ])
}
type Found = Awaited<ReturnType<ReturnType<typeof withPaid>['executeTakeFirstOrThrow']>>

/** Whether a rule has begun and whether it is over, on a day of the programme. */
function statusOn(
  today: string,
  { fromDay, toDay }: Pick<ChargeTerms, 'fromDay' | 'toDay'>,
): ChargeRule['status'] {
  if (toDay !== null && toDay < today) return 'ended'
  return fromDay > today ? 'coming' : 'running'
}

const toRow =
  (today: string) =>
  ({ createdAt, charges, paidPaise, ...rule }: Found): ChargeRule => ({
    ...rule,
    status: statusOn(today, rule),
    createdAt: createdAt.toISOString(),
    charges: charges ?? 0,
    paidPaise: paidPaise ?? 0,
  })

const key = [{ column: 'ruleId', type: 'int', of: (row: Found) => row.ruleId }] as const
const ORDERS: Record<ChargeRuleListQuery['sort'], Order<Found>> = {
  newest: { name: 'newest', direction: 'desc', key: [...key] },
  oldest: { name: 'oldest', direction: 'asc', key: [...key] },
}
const STATUS_SQL = (today: string) => sql<string>`case when r.to_day < ${today}::date then 'ended'
  when r.from_day > ${today}::date then 'coming' else 'running' end`

export async function rulePage(db: Db, filters: ChargeRuleListQuery, today: string) {
  let query = rules(db)
  if (filters.status) {
    query = query.where(STATUS_SQL(today), '=', sql<string>`any(${filters.status}::text[])`)
  }
  // A rule of no group or tier in particular is one of each.
  if (filters.group) {
    query = query.where(
      sql<boolean>`(r.product_groups = '{}' or ${filters.group} = any(r.product_groups))`,
    )
  }
  if (filters.tier) {
    query = query.where(sql<boolean>`(r.tiers = '{}' or r.tiers && ${filters.tier}::text[])`)
  }
  const places = db.selectFrom(query.as('r')).selectAll('r')
  const page = await joinedPage(
    db,
    places,
    (found) => withPaid(db, found),
    ORDERS[filters.sort],
    filters,
  )
  return { ...page, items: page.items.map(toRow(today)) }
}

export async function ruleById(db: Db | Tx, ruleId: number, today: string) {
  const query = rules(db).where('r.rule_id', '=', ruleId)
  const found = await withPaid(db, query).executeTakeFirst()
  return found && toRow(today)(found)
}

export type StoredRule = ChargeTerms & { ruleId: number }

/** The terms of one rule. */
export async function termsOf(tx: Tx, ruleId: number): Promise<StoredRule | undefined> {
  const found = await rules(tx).where('r.rule_id', '=', ruleId).executeTakeFirst()
  return found && toTerms(found)
}

/** The terms of the rules that are not over by a day. */
export async function rulesFrom(tx: Tx, day: string): Promise<StoredRule[]> {
  const found = await rules(tx)
    .where((where) => where.or([where('r.to_day', 'is', null), where('r.to_day', '>=', day)]))
    .orderBy('r.rule_id')
    .execute()
  return found.map(toTerms)
}

function toTerms({
  createdBy: _by,
  createdAt: _at,
  version: _version,
  ...rule
}: Awaited<ReturnType<ReturnType<typeof rules>['executeTakeFirstOrThrow']>>): StoredRule {
  return rule
}

const stored = ({ productGroups, tiers, kind, ...terms }: ChargeTerms) => ({
  product_groups: productGroups,
  tiers,
  kind,
  paise: terms.paise,
  basis_points: terms.basisPoints,
  from_day: terms.fromDay,
  to_day: terms.toDay,
  note: terms.note,
})

export async function insertRule(
  tx: Tx,
  terms: ChargeTerms,
  { staffId, at }: { staffId: number; at: Date },
): Promise<number> {
  const { ruleId } = await tx
    .insertInto('charge_rule')
    .values({ ...stored(terms), created_by: staffId, created_at: at })
    .returning('rule_id as ruleId')
    .executeTakeFirstOrThrow()
  return ruleId
}

export async function updateRule(tx: Tx, ruleId: number, terms: ChargeTerms): Promise<void> {
  await tx.updateTable('charge_rule').set(stored(terms)).where('rule_id', '=', ruleId).execute()
}

export async function deleteRule(tx: Tx, ruleId: number): Promise<void> {
  await tx.deleteFrom('charge_rule').where('rule_id', '=', ruleId).execute()
}

/** What a rule paid, month by month, the newest first. */
export async function monthsOf(db: Db, ruleId: number) {
  const month = sql<string>`date_trunc('month', day)::date`
  return db
    .selectFrom('rollup_charge')
    .select((select) => [
      month.as('month'),
      number(select.fn.sum('charges')).as('charges'),
      number(select.fn.sum('paise')).as('paise'),
    ])
    .where('rule_id', '=', ruleId)
    .groupBy(month)
    .having(sql<boolean>`sum(charges) <> 0 or sum(paise) <> 0`)
    .orderBy('month', 'desc')
    .execute()
}

/** What staff did to a rule, the newest first. */
export async function eventsOf(db: Db, ruleId: number) {
  return db
    .selectFrom('audit')
    .leftJoin('staff', 'staff.staff_id', 'audit.staff_id')
    .select(['audit.at', 'staff.name as by', 'audit.action', 'audit.reason'])
    .where('audit.subject', '=', 'charge-rule')
    .where('audit.subject_id', '=', String(ruleId))
    .orderBy('audit.seq', 'desc')
    .limit(EVENTS_SHOWN)
    .execute()
}

/** A member's kind and tier. */
export async function tierOf(tx: Tx, memberId: number) {
  return tx
    .selectFrom('member')
    .select(['kind', 'tier'])
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
}

export async function setTier(tx: Tx, memberId: number, tier: RetailerTier): Promise<void> {
  await tx.updateTable('member').set({ tier }).where('member_id', '=', memberId).execute()
}
