import { sql } from 'kysely'
import { RULE_OFF, type FraudRuleKey } from '../../../../contract/platform/rule-fraud.ts'
import { FLAGS } from '../../../../contract/programme/flag-words.ts'
import { SCAN_FLAGS, type ScanFlag } from '../../../../contract/programme/scan-flags.ts'
import { OPEN_REVIEWS, REVIEWS } from '../../../../contract/programme/scans.ts'
import { dayOf, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import type { Db } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { SIGNS, scansWith } from './signs.ts'

const SETTING = 'fraud-watch'
const MINUTE_MS = 60_000
/** A scan may be committed after one that was recorded later. */
const OVERLAP_MS = 10 * MINUTE_MS
const HOUR_MS = 60 * MINUTE_MS
const LONGEST_AWAY_MS = 7 * 24 * HOUR_MS

type LaterFlag = { flag: ScanFlag; rule: FraudRuleKey }
const LATER: readonly LaterFlag[] = SCAN_FLAGS.flatMap((flag) => {
  const words = FLAGS[flag]
  return 'later' in words ? words.rules.map((rule) => ({ flag, rule })) : []
})

/**
 * Flags for a review what only several scans together show, since it last looked. Points that were
 * given stay with the member: only a person takes them back. What a person decided is not flagged
 * again, so it may be run at any time, also beside itself.
 */
export async function watchScans({
  db,
  rules,
  now,
}: Pick<Context, 'db' | 'rules' | 'now'>): Promise<void> {
  const at = now()
  const since = new Date((await lastRun(db, at)).getTime() - OVERLAP_MS)
  const inForce = rules.at(at)
  for (const { flag, rule } of LATER) {
    const value = inForce[rule]
    if (value >= RULE_OFF) continue
    const from = rule === 'serialsInSequence' ? startOfDay(dayOf(since)) : hourBefore(since)
    await sql`with ${scansWith(firstIdAt(from), firstIdAt(new Date(at.getTime() + HOUR_MS)))},
      found as (${SIGNS[rule](value, inForce)})
      update scan s set review = coalesce(review, ${REVIEWS.indexOf('flagged')}),
        flags = coalesce(flags, '{}') || ${flag}::text
      from found f
      where s.member_id = f.member_id and s.id = f.id and (s.review is null or s.review in (${OPEN}))
        and not coalesce(s.flags, '{}') @> array[${flag}::text]`.execute(db)
  }
  const value = JSON.stringify({ until: at.toISOString() })
  await db
    .insertInto('setting')
    .values({ name: SETTING, value, changed_at: at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: at }))
    .execute()
}

const OPEN = sql.join(OPEN_REVIEWS.map((review) => REVIEWS.indexOf(review)))
const hourBefore = (at: Date) => new Date(at.getTime() - HOUR_MS)

async function lastRun(db: Db, at: Date): Promise<Date> {
  const earliest = new Date(at.getTime() - LONGEST_AWAY_MS)
  const row = await db
    .selectFrom('setting')
    .select('changed_at as until')
    .where('name', '=', SETTING)
    .executeTakeFirst()
  return row && row.until > earliest ? row.until : earliest
}
