import { sql } from 'kysely'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import { transaction } from '../db/database.ts'
import { releaseHeld, reverseHeld } from '../features/scans/review.queries.ts'
import { openScanEngine, type ScanEngine } from '../features/scans/scan-engine.ts'
import { scanLimits } from '../platform.ts'
import type { AttemptMaker } from './attempts.ts'

/** Attempts settled together while history is made: a full batch for each of the engine's two slots. */
const TOGETHER = 64
/** The last ones come one by one, as they would. */
const ONE_BY_ONE = 150
const APART_MS = 700

/**
 * Plays the attempts made in a stretch of time through the engine that real scans go through, on a
 * clock of its own. Its commits do not wait for the disk: settleOnDisk() does that once for all.
 */
export async function playScans(
  { config, connection, log }: Context,
  maker: AttemptMaker,
  times: readonly Date[],
): Promise<void> {
  let clock = times[0] ?? new Date()
  const engine = await openScanEngine({
    connect: { ...connection, options: '-c synchronous_commit=off' },
    limits: scanLimits(config),
    log,
    now: () => clock,
  })
  try {
    for (let start = 0; start < times.length;) {
      const size = start >= times.length - ONE_BY_ONE ? 1 : TOGETHER
      const moments = withinOneDay(times.slice(start, start + size))
      clock = moments.at(-1) ?? clock
      await playTogether(engine, maker, moments.length, clock)
      start += moments.length
    }
  } finally {
    await engine.stop()
  }
}

/** Those on the day of the first: what is settled together must not move from one day to the next. */
function withinOneDay(moments: readonly Date[]): readonly Date[] {
  const day = moments[0] && dayOf(moments[0])
  const end = moments.findIndex((at) => dayOf(at) !== day)
  return end < 0 ? moments : moments.slice(0, end)
}

async function playTogether(
  engine: ScanEngine,
  maker: AttemptMaker,
  count: number,
  end: Date,
): Promise<void> {
  const attempts = Array.from({ length: count }, (_, index) =>
    maker.make(new Date(end.getTime() - (count - 1 - index) * APART_MS)),
  )
  // Members with even numbers first: then the two slots seldom meet at one account and look again.
  attempts.sort((a, b) => (a.memberId % 2) - (b.memberId % 2))
  const outcomes = await Promise.all(attempts.map((attempt) => engine.scan(attempt)))
  outcomes.forEach(({ result }, index) => {
    const attempt = attempts[index]
    if (attempt && result === 'credited') maker.wasCredited(attempt)
  })
}

/** Of the held scans, half of the older ones were released and one in six reversed; the rest waits. */
export async function reviewHeld({ db }: Context, staffId: number, now: Date): Promise<void> {
  const held = await db
    .selectFrom('scan')
    .select(['id as scanId', 'member_id as memberId', 'recorded_at as recordedAt'])
    .where('review', '=', 0)
    .where('recorded_at', '<', new Date(now.getTime() - 4 * 86_400_000))
    .orderBy('id')
    .execute()
  for (const [index, { scanId, memberId, recordedAt }] of held.entries()) {
    const at = new Date(recordedAt.getTime() + 3 * 86_400_000)
    const review = { memberId, scanId, staffId, at }
    if (index % 6 === 5) {
      await transaction(db, (tx) =>
        reverseHeld(tx, { ...review, reason: 'The packs were never sold at this place' }),
      )
    } else if (index % 2 === 0) {
      await transaction(db, (tx) =>
        releaseHeld(tx, { ...review, reason: 'The shop was called; the scans are in order' }),
      )
    }
  }
}

/** After history was made with an engine of its own: everything it wrote is on the disk. */
export async function settleOnDisk({ db }: Context): Promise<void> {
  await sql`checkpoint`.execute(db)
  // A small sample serves until autovacuum takes a large one.
  await db.connection().execute(async (one) => {
    await sql`set default_statistics_target = 10`.execute(one)
    await sql`analyze`.execute(one)
    await sql`reset default_statistics_target`.execute(one)
  })
}
