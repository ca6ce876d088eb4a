import { sql } from 'kysely'
import type { Db } from '../../../db/database.ts'
import { AppError } from '../../../lib/app-error.ts'

/** `free` tries, then each waits twice as long as the one before, up to `longestSeconds`. */
export type RateLimit = { free: number; longestSeconds: number; windowSeconds: number }

/** Of a try that none has to wait for. Not the moment itself: of two at once the second may be earlier. */
const AT_ONCE = new Date(0)

/**
 * Takes one try for `key`, or refuses it with 429 and the seconds to wait. Atomic in the database:
 * of any number of tries at once, on any number of servers, only as many pass as the limit allows.
 */
export async function takeTry(db: Db, key: string, limit: RateLimit): Promise<void> {
  const now = new Date()
  const resets = new Date(now.getTime() + limit.windowSeconds * 1000)
  const taken = await sql`
    insert into throttle as t (key, count, not_before, resets_at)
    values (${key}, 1, ${AT_ONCE}, ${resets})
    on conflict (key) do update set
      count = case when t.resets_at <= ${now} then 1 else t.count + 1 end,
      not_before = case when t.resets_at > ${now} and t.count + 1 >= ${limit.free}
        then ${now}::timestamptz + make_interval(secs =>
          least(${limit.longestSeconds}::float8, power(2, least(t.count + 1 - ${limit.free}, 30))))
        else ${AT_ONCE} end,
      resets_at = ${resets}
    where t.not_before <= ${now} or t.resets_at <= ${now}
    returning 1`.execute(db)
  if (taken.rows.length === 1) return
  const row = await db
    .selectFrom('throttle')
    .select('not_before')
    .where('key', '=', key)
    .executeTakeFirst()
  throw tooMany(row ? (row.not_before.getTime() - now.getTime()) / 1000 : 1)
}

/** At most `limit` in a window that begins with the first; more are refused until it ends. */
export async function takeFromWindow(
  db: Db,
  key: string,
  { limit, windowSeconds }: { limit: number; windowSeconds: number },
): Promise<void> {
  const now = new Date()
  const resets = new Date(now.getTime() + windowSeconds * 1000)
  const taken = await sql`
    insert into throttle as t (key, count, not_before, resets_at)
    values (${key}, 1, ${now}, ${resets})
    on conflict (key) do update set
      count = case when t.resets_at <= ${now} then 1 else t.count + 1 end,
      resets_at = case when t.resets_at <= ${now} then ${resets} else t.resets_at end
    where t.resets_at <= ${now} or t.count < ${limit}
    returning 1`.execute(db)
  if (taken.rows.length === 1) return
  const row = await db
    .selectFrom('throttle')
    .select('resets_at')
    .where('key', '=', key)
    .executeTakeFirst()
  // Of many at once one that began a little later may have opened the window.
  const wait = row ? (row.resets_at.getTime() - now.getTime()) / 1000 : 1
  throw tooMany(Math.min(wait, windowSeconds))
}

/** Takes back one try of those that were counted for `key`. */
export async function giveBackTry(db: Db, key: string, { free }: RateLimit): Promise<void> {
  await sql`
    update throttle set count = greatest(count - 1, 0),
      not_before = case when count - 1 < ${free} then ${AT_ONCE} else not_before end
    where key = ${key}`.execute(db)
}

export async function forgetTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom('throttle').where('key', '=', key).execute()
}

function tooMany(seconds: number): AppError {
  const wait = Math.max(1, Math.ceil(seconds))
  const words = wait < 90 ? `${wait} seconds` : `${Math.ceil(wait / 60)} minutes`
  return new AppError('too_many', `Too many tries. Try again in ${words}.`, {
    retryAfterSeconds: wait,
  })
}
