import { sql, type SqlBool } from 'kysely'
import type { Tx } from '../../../db/database.ts'
import { scans, scanTable, toRows, withNames } from './scan-list.queries.ts'

const HALF = 2n ** 32n

/**
 * Scans that are visible now and were not in an earlier snapshot of the database, the oldest first;
 * `from` is an id below which none of them can be. Rows carry the low half of the transaction that
 * wrote them, and `next` is the number of one that is still to come: so the other half is known, as no
 * row of the last minutes is half a round of numbers old.
 *
 * A snapshot names whole transactions only: where a scan is written after a savepoint it may be missed.
 * Nothing of ours does that.
 */
export async function scansSince(
  tx: Tx,
  { from, snapshot, next, limit }: { from: string; snapshot: string; next: string; limit: number },
) {
  const [low, high] = [BigInt(next) % HALF, BigInt(next) / HALF]
  const before = high > 0n ? high - 1n : 0n
  const writer = sql`s.xmin::text::bigint`
  const whole = sql`(${writer} + case when ${writer} > ${String(low)}::bigint
    then ${String(before * HALF)}::bigint else ${String(high * HALF)}::bigint end)::text::xid8`
  const found = scans(scanTable(tx))
    .where('s.id', '>=', from)
    .where(sql<SqlBool>`not pg_visible_in_snapshot(${whole}, ${snapshot}::pg_snapshot)`)
    .orderBy('s.id')
    .limit(limit)
  const rows = await withNames(tx, found).orderBy('s.id').execute()
  return toRows(tx, rows)
}
