import { addDays, dayOf, endOfDay, startOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import { spanOf } from '../settlements/index.ts'
import * as queries from './liability.queries.ts'

/** What was begun before a day's end is written within this time. */
const GRACE_MS = 15 * 60_000
/** So many days that the nightly job has not filled are reckoned where they are asked for. */
const MOST_RECKONED = 3

type Period = { from: string; to: string }

/**
 * Fills the days that are over and not filled yet, from the first on which points moved: each adds
 * what moved in it to the day before. Run again it finds nothing to do; two at once fill the same.
 */
export async function fillLiabilityDays({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const lastDay = addDays(dayOf(new Date(now().getTime() - GRACE_MS)), -1)
  await transaction(db, async (tx) => {
    const last = await queries.lastFilled(tx)
    const first = last ? null : await queries.firstMove(tx)
    if (!last && !first) return
    const firstDay = last ? addDays(last.day, 1) : dayOf(first ?? now())
    if (firstDay > lastDay) return
    await queries.insertDays(tx, daysFrom(firstDay, lastDay, last))
  })
}

function daysFrom(firstDay: string, lastDay: string, before?: queries.LiabilityDay) {
  return {
    firstDay,
    lastDay,
    span: spanOf(startOfDay(firstDay), endOfDay(lastDay)),
    before: before ?? { available: 0, held: 0 },
  }
}

/**
 * What was owed at the end of each day of a period that is over: nothing before points moved for the
 * first time. Days that a job has yet to fill are left out, but for the last few.
 */
export async function liabilityBetween(
  tx: Tx,
  { from, to }: Period,
  today: string,
): Promise<queries.LiabilityDay[]> {
  const until = to < today ? to : addDays(today, -1)
  const first = await queries.firstFilled(tx)
  if (first === null || from > until) return []
  const none: queries.LiabilityDay[] = []
  for (let day = from; day < first && day <= until; day = addDays(day, 1)) {
    none.push({ day, available: 0, held: 0 })
  }
  const filled = await queries.filledBetween(tx, from, until)
  const reckoned = await reckonLast(tx, until, today)
  return [...none, ...filled, ...reckoned.filter(({ day }) => day >= from)]
}

async function reckonLast(tx: Tx, until: string, today: string): Promise<queries.LiabilityDay[]> {
  const last = await queries.lastFilled(tx)
  if (!last || last.day >= until || last.day < addDays(today, -1 - MOST_RECKONED)) return []
  return queries.reckonDays(tx, daysFrom(addDays(last.day, 1), until, last))
}
