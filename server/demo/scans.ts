import { sql } from 'kysely'
import { dayOf } from '../../contract/time.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/database.ts'
import { openScanEngine, type ScanEngine } from '../features/programme/scans/scan-engine.ts'
import type { AttemptMaker } from './attempts.ts'

/** Attempts settled together while history is made: a full batch for each of the engine's two slots. */
const TOGETHER = 128
const APART_MS = 700

/**
 * Plays attempts through the engine that real scans go through, on a clock of its own: `play` a stretch
 * of the history, many at once, and with `oneByOne` the last ones as they would come.
 */
export async function openPlayer({ rules, connection, chain, log }: Context, maker: AttemptMaker) {
  let clock = new Date()
  const engine = await openScanEngine({
    connect: connection,
    chain,
    rules: rules.at,
    log,
    now: () => clock,
  })
  const play = async (times: readonly Date[], { oneByOne = 0 } = {}): Promise<void> => {
    for (let start = 0; start < times.length;) {
      const size = start >= times.length - oneByOne ? 1 : TOGETHER
      const moments = withinOneDay(times.slice(start, start + size))
      clock = moments.at(-1) ?? clock
      await playTogether(engine, maker, moments.length, clock)
      start += moments.length
    }
  }
  return { engine, play, stop: () => engine.stop() }
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

/** After history was made by commits that did not wait: everything they wrote is on the disk. */
export async function settleOnDisk({ db }: Context): Promise<void> {
  await Promise.all([sql`checkpoint`.execute(db), analyzeTables(db)])
}

/** A small sample serves until autovacuum takes a large one. */
async function analyzeTables(db: Db): Promise<void> {
  const { rows } = await sql<{ names: string }>`
    select string_agg(quote_ident(tablename), ', ') as names from pg_tables
    where schemaname = 'public'`.execute(db)
  await db.connection().execute(async (one) => {
    await sql`set default_statistics_target = 10`.execute(one)
    await sql.raw(`analyze ${rows[0]?.names ?? ''}`).execute(one)
    await sql`reset default_statistics_target`.execute(one)
  })
}
