import { sql } from 'kysely'
import type { TestServer } from '../server.ts'

/** How many rows the audit trail has: a save that was refused adds none. */
export async function eventsOf({ db }: TestServer): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from audit`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
