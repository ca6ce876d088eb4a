import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../db/database.ts'

/** How many connections to this database wait for a lock. */
export async function lockWaits(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Resolves once so many connections to this database wait for a lock. */
export async function untilLockWaits(db: Db, count: number): Promise<void> {
  await expect.poll(() => lockWaits(db), { timeout: 10_000, interval: 5 }).toBe(count)
}
