import type { ScanRow } from '../../../../contract/programme/scans.ts'
import type { Tx } from '../../../db/database.ts'
import { firstIdAt } from '../../../lib/ids.ts'
import { scansSince } from './scan-feed.queries.ts'

/**
 * The longest that a scan may take from the making of its id to its commit, and clocks of several
 * machines may differ. The engine makes the id and then asks at most four times, six seconds each;
 * an act of staff waits ten seconds for each of its few locks and thirty for a statement.
 */
const WINDOW_MS = 120_000

/** A look at the database: what was committed when it was taken. `at` in milliseconds since 1970. */
export type Seen = { at: number; snapshot: string }

/**
 * Scans that were committed after one look and before another, in whose transaction this is asked: each
 * once, whatever the order of ids and commits was, and again when somebody changes it soon after.
 * Gives null where they are more than `most`.
 */
export async function scansBetween(
  tx: Tx,
  { since, next, most }: { since: Seen; next: string; most: number },
): Promise<ScanRow[] | null> {
  const from = firstIdAt(new Date(since.at - WINDOW_MS))
  const rows = await scansSince(tx, { from, snapshot: since.snapshot, next, limit: most + 1 })
  return rows.length > most ? null : rows
}
