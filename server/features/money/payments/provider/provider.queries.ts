import { sql } from 'kysely'
import type { Provider } from '../../../../../contract/money/payment-states.ts'
import type { Db } from '../../../../db/database.ts'

export type Sum = { count: number; paise: number }

/** Approved money that nobody has sent yet. */
export async function readySum(db: Db): Promise<Sum> {
  const { rows } = await sql<Sum>`
    select count(*)::int as count, coalesce(sum(amount_paise), 0)::float8 as paise
    from redemption where state = 'approved' and kind <> 'gift'`.execute(db)
  return rows[0] ?? { count: 0, paise: 0 }
}

/** What is queued for a provider; with a balance, oldest first, as much as it covers. */
export async function queuedSum(
  db: Db,
  provider: Provider,
  balancePaise: number | null,
): Promise<{ waiting: Sum; covered: Sum | null }> {
  const { rows } = await sql<Sum & { coveredCount: number; coveredPaise: number }>`
    select count(*)::int as count, coalesce(sum(gross), 0)::float8 as paise,
      (count(*) filter (where run <= ${balancePaise}::float8))::int as "coveredCount",
      coalesce(sum(gross) filter (where run <= ${balancePaise}::float8), 0)::float8 as "coveredPaise"
    from (select gross_paise as gross, sum(gross_paise) over (order by payment_id) as run
      from payment where state = 'queued' and provider = ${provider}) queued`.execute(db)
  const { count = 0, paise = 0, coveredCount = 0, coveredPaise = 0 } = rows[0] ?? {}
  const covered = balancePaise === null ? null : { count: coveredCount, paise: coveredPaise }
  return { waiting: { count, paise }, covered }
}
