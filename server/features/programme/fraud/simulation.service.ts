import { sql } from 'kysely'
import type { FraudSimulation } from '../../../../contract/programme/fraud.ts'
import { SIMULATED_DAYS } from '../../../../contract/programme/fraud.ts'
import { valueFault } from '../../../../contract/platform/rule-definitions.ts'
import type { FraudRuleKey } from '../../../../contract/platform/rule-fraud.ts'
import { addDays, dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import { AppError, invalidField } from '../../../lib/app-error.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { SIGNS, scansWith } from './signs.ts'

const LONGEST_MS = 25_000
const CANCELLED = '57014'
/** Where a member was and on which devices before the days that are counted. */
const BEFORE_DAYS = 30

type Wanted = { rule: FraudRuleKey; value: number }

/** Tries a rule with a value on the scans of the last days. */
export async function simulateRule(
  { db, rules, now }: Pick<Context, 'db' | 'rules' | 'now'>,
  { rule, value }: Wanted,
): Promise<FraudSimulation> {
  const fault = valueFault(rule, value)
  if (fault) throw invalidField('value', fault)
  const at = now()
  const [fromDay, toDay] = [addDays(dayOf(at), 1 - SIMULATED_DAYS), dayOf(at)]
  const counted = firstIdAt(startOfDay(fromDay))
  const from = firstIdAt(startOfDay(addDays(fromDay, -BEFORE_DAYS)))
  const before = firstIdAt(startOfDay(addDays(toDay, 1)))
  const inForce = rules.at(at)
  const looked = rule === 'wrongCodesPerDay' ? sql`attempts` : sql`c`
  const { rows } = await transaction(db, async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql.raw(`set local statement_timeout = ${LONGEST_MS}`).execute(tx)
    return sql<{ scans: number; met: number; members: number; metNow: number }>`
      with ${scansWith(from, before)},
        asked as (${SIGNS[rule](value, inForce)}),
        now as (${SIGNS[rule](inForce[rule], inForce)})
      select (select count(*)::int from ${looked} where id >= ${counted}::bigint) as scans,
        (select count(*)::int from asked where id >= ${counted}::bigint) as met,
        (select count(distinct member_id)::int from asked where id >= ${counted}::bigint) as members,
        (select count(*)::int from now where id >= ${counted}::bigint) as "metNow"`.execute(tx)
  }).catch(tooLong)
  const [found] = rows
  if (!found) throw new Error('A simulation counted nothing.')
  return { rule, value, fromDay, toDay, ...found }
}

function tooLong(error: unknown): never {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code !== CANCELLED) throw error
  throw new AppError('unavailable', 'Counting took too long. Try again at a quieter time.', {
    retryAfterSeconds: 60,
    cause: error,
  })
}
