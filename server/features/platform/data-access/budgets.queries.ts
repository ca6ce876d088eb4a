import { sql } from 'kysely'
import type { BudgetKind } from '../../../../contract/platform/rule-budgets.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Db, Tx } from '../../../db/database.ts'

export type Counter = { staffId: number; day: string; kind: BudgetKind }

/**
 * Adds to what a person used on a day, unless that would go beyond `most`; what it comes to, or null.
 * The counter's row is held to the end of the transaction: of requests at once in any number of
 * processes only as many pass as the budget allows.
 */
export async function addUse(
  tx: Db | Tx,
  { staffId, day, kind }: Counter,
  { amount, most }: { amount: number; most: number | null },
): Promise<number | null> {
  const { rows } = await sql<{ amount: number }>`
    insert into data_use as u (staff_id, day, kind, amount)
    select ${staffId}::int, ${day}::date, ${kind}::text, ${amount}::bigint
    where ${most}::bigint is null or ${amount}::bigint <= ${most}::bigint
    on conflict (staff_id, day, kind) do update set amount = u.amount + excluded.amount
      where ${most}::bigint is null or u.amount + excluded.amount <= ${most}::bigint
    returning amount::float8`.execute(tx)
  return rows[0]?.amount ?? null
}

/** Counts a request that was refused; how many there are now. */
export async function addRefusal(tx: Tx, { staffId, day, kind }: Counter): Promise<number> {
  const { rows } = await sql<{ refused: number }>`
    insert into data_use as u (staff_id, day, kind, amount, refused)
    values (${staffId}, ${day}::date, ${kind}, 0, 1)
    on conflict (staff_id, day, kind) do update set refused = u.refused + 1
    returning refused`.execute(tx)
  return rows[0]?.refused ?? 1
}

export async function usedOf(db: Db | Tx, { staffId, day, kind }: Counter): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select amount::float8 from data_use
    where staff_id = ${staffId} and day = ${day}::date and kind = ${kind}`.execute(db)
  return rows[0]?.amount ?? 0
}

export type DayUse = {
  staffId: number
  name: string
  role: Role
  kind: BudgetKind
  amount: number
  refused: number
}

/** What everybody used on a day. */
export async function usesOf(db: Db, day: string): Promise<DayUse[]> {
  const { rows } = await sql<DayUse>`
    select u.staff_id as "staffId", s.name, s.role, u.kind, u.amount::float8, u.refused
    from data_use u join staff s using (staff_id)
    where u.day = ${day}::date order by u.staff_id`.execute(db)
  return rows
}
