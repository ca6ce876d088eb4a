import { sql } from 'kysely'
import { chargeWords } from '../../../../contract/programme/charge-words.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { distributorAt } from './figures-sql.ts'
import { spanOfMonth } from './months.ts'

/** What each rule came to of the charges that became due in a network in a month. */
export async function chargesByRule(
  db: Db | Tx,
  { month, distributorId }: { month: string; distributorId: number },
) {
  const { start, end } = spanOfMonth(month)
  const belongs = (member: string) =>
    sql`coalesce(${sql.raw(distributorAt(member, end))}, 0) = ${distributorId}`
  // Of a distributor they are asked retailer by retailer: few of the month's charges are theirs.
  const whose =
    distributorId === 0
      ? belongs('h.retailer_id')
      : sql`h.retailer_id = any(array(select d.member_id
          from (select distinct member_id from member_distributor
            where distributor_id = ${distributorId}) d where ${belongs('d.member_id')}))`
  const { rows } = await sql<{ ruleId: number; charges: number; paise: number }>`
    select h.rule_id as "ruleId", count(*)::int as charges, sum(h.paise)::float8 as paise
    from handling_charge h
    where h.state = 1 and h.due_at >= ${sql.raw(start)} and h.due_at < ${sql.raw(end)}
      and ${whose}
    group by h.rule_id order by h.rule_id`.execute(db)
  const words = await wordsOf(
    db,
    rows.map(({ ruleId }) => ruleId),
  )
  return rows.map((row) => ({ ...row, words: words.get(row.ruleId) ?? `Rule ${row.ruleId}` }))
}

async function wordsOf(db: Db | Tx, ruleIds: readonly number[]): Promise<Map<number, string>> {
  if (ruleIds.length === 0) return new Map()
  const rules = await db
    .selectFrom('charge_rule')
    .select([
      'rule_id as ruleId',
      'product_groups as productGroups',
      'tiers',
      'kind',
      'paise',
      'basis_points as basisPoints',
      'from_day as fromDay',
      'to_day as toDay',
    ])
    .where('rule_id', 'in', ruleIds)
    .execute()
  return new Map(
    rules.map(({ ruleId, paise, ...terms }) => [
      ruleId,
      chargeWords({ ...terms, paise: paise === null ? null : Number(paise) }),
    ]),
  )
}
