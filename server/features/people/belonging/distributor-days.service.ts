import { addDays, dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import * as queries from './distributor-days.queries.ts'

/** What was begun before a day's end is written within this time. */
const GRACE_MS = 15 * 60_000

/**
 * Counts the days that are over and not counted yet by distributor, from the first scan on, each in a
 * transaction of its own. Run again it finds nothing to do; two at once fill the same.
 */
export async function fillDistributorDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const lastDay = addDays(dayOf(new Date(now().getTime() - GRACE_MS)), -1)
  const filled = await queries.lastFilled(db)
  const first = filled === null ? await queries.firstScan(db) : null
  if (filled === null && first === null) return
  const begin = filled === null ? dayOf(first ?? now()) : addDays(filled, 1)
  for (let day = begin; day <= lastDay; day = addDays(day, 1)) {
    const today = day
    await transaction(db, (tx) => queries.fillDay(tx, today))
  }
}

type Moved = { memberIds: readonly number[]; since: string; today: string }

/**
 * Does what changes to which distributor members belonged since a day, and lets the days that are
 * counted already follow: their scans leave one distributor and come to another.
 */
export async function recountDays(
  tx: Tx,
  { memberIds, since, today }: Moved,
  move: () => Promise<void>,
): Promise<void> {
  if (since >= today) return move()
  // The nightly job counts a day before this, or after it.
  await queries.lockDays(tx)
  const lastDay = await queries.lastFilled(tx)
  const days = { memberIds, since, lastDay: lastDay ?? '' }
  const isCounted = lastDay !== null && lastDay >= since
  if (isCounted) await queries.addScansOf(tx, days, -1)
  await move()
  if (isCounted) await queries.addScansOf(tx, days, 1)
}

/** The last day that is counted; null before the first. */
export function lastCountedDay(tx: Tx): Promise<string | null> {
  return queries.lastFilled(tx)
}
