import { sql } from 'kysely'
import type { Role } from '../../../../contract/roles.ts'
import type { Tx } from '../../../db/database.ts'

export type Lookup = {
  staffId: number
  role: Role
  day: string
  kind: 'opened' | 'searched'
  subject: string
  address: string
  at: Date
}

/** Writes down that somebody looked, in the one row of the day; how often it was by now. */
export async function addLookup(tx: Tx, lookup: Lookup): Promise<number> {
  const { staffId, role, day, kind, subject, address, at } = lookup
  const { rows } = await sql<{ times: number }>`
    insert into data_lookup as l (staff_id, role, day, kind, subject, first_at, last_at, address)
    values (${staffId}, ${role}, ${day}::date, ${kind}, ${subject}, ${at}, ${at}, ${address})
    on conflict (staff_id, day, kind, subject) do update set times = l.times + 1,
      last_at = greatest(l.last_at, excluded.last_at), address = excluded.address
    returning times`.execute(tx)
  return rows[0]?.times ?? 1
}

/** Deletes what is of days before this one: counters go with the rows that they count. */
export async function deleteBefore(tx: Tx, day: string): Promise<void> {
  await tx.deleteFrom('data_lookup').where('day', '<', day).execute()
  await tx.deleteFrom('data_use').where('day', '<', day).execute()
}
