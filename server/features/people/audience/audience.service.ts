import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Audience } from '../../../../contract/people/audience.ts'
import { REVIEWS, SCAN_RESULTS } from '../../../../contract/programme/scans.ts'
import { MEMBER_STATUSES } from '../../../../contract/desk/users.ts'
import type { Context } from '../../../context.ts'
import { sqlState } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import * as queries from './audience.queries.ts'

const DAY_MS = 86_400_000
const CANCELLED = '57014'

/**
 * The condition that a member is of an audience at a moment, over the table `member as m`. Only active
 * members ever are: neither blocked nor left nor erased.
 */
export function ofAudience(audience: Audience, now: Date): RawBuilder<SqlBool> {
  const { kinds, states, distributorIds, kycStates, languages, activity } = audience
  return sql<SqlBool>`(${sql.join(
    [
      sql`m.status = ${sql.lit(MEMBER_STATUSES.indexOf('active'))}`,
      ...anyOf('kind', 'text', kinds),
      ...anyOf('state', 'int', states),
      ...anyOf('distributor_id', 'int', distributorIds),
      ...anyOf('kyc_state', 'text', kycStates),
      ...anyOf('language', 'text', languages),
      ...(activity ? [scanned(activity, now)] : []),
    ],
    sql` and `,
  )})`
}

function anyOf(column: string, type: string, values: readonly (string | number)[]) {
  if (values.length === 0) return []
  return [sql`${sql.ref(`m.${column}`)} = any(${[...values]}::${sql.raw(type)}[])`]
}

/**
 * By the scans themselves: member_account.last_scan_at knows only those that told their place. A scan
 * whose points were taken back by a review counts as none.
 */
function scanned(activity: NonNullable<Audience['activity']>, now: Date): RawBuilder<unknown> {
  const since = firstIdAt(new Date(now.getTime() - activity.days * DAY_MS))
  const within = sql`exists (select from scan s
    where s.member_id = m.member_id and s.id >= ${since}::bigint
      and s.result = ${sql.lit(SCAN_RESULTS.credited)}
      and s.review is distinct from ${sql.lit(REVIEWS.indexOf('reversed'))})`
  return activity.scanned === 'within' ? within : sql`not ${within}`
}

/**
 * Members of an audience now, by language, and all active ones. Refused in words when it takes longer
 * than two seconds: whoever asks types on, and asks again.
 */
export async function countAudience({ db, now }: Pick<Context, 'db' | 'now'>, audience: Audience) {
  try {
    return await queries.countedInTime(db, ofAudience(audience, now()))
  } catch (error) {
    if (sqlState(error) !== CANCELLED) throw error
    const words = 'Counting these members takes too long just now. Try again in a minute.'
    throw new AppError('unavailable', words, { retryAfterSeconds: 60, cause: error })
  }
}

/** The same audience always written the same way: each choice once and in order. */
export function tidyAudience(audience: Audience): Audience {
  const once = <T extends string | number>(values: readonly T[]) =>
    [...new Set(values)].toSorted((a, b) => (a < b ? -1 : 1))
  return {
    kinds: once(audience.kinds),
    states: once(audience.states),
    distributorIds: once(audience.distributorIds),
    kycStates: once(audience.kycStates),
    languages: once(audience.languages),
    activity: audience.activity,
  }
}
