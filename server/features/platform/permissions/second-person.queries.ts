import { sql } from 'kysely'
import type { StaffChangeKind } from '../../../../contract/people/staff-changes.ts'
import type { Db, Tx } from '../../../db/database.ts'

/** Who counts as one person with somebody at a moment, and from when on that person is old enough. */
export async function readApprover(
  db: Db | Tx,
  staffId: number,
  at: Date,
): Promise<{ tied: number[]; from: Date | null }> {
  const { rows } = await sql<{ tied: number[]; from: Date | null }>`
    select tied_people(${staffId}::int, ${at}) as tied,
      second_person_from(${staffId}::int) as "from"`.execute(db)
  return rows[0] ?? { tied: [staffId], from: null }
}

export type Tie = { kind: StaffChangeKind; accountId: number; makers: number[]; at: Date }

/** What ties these people, the newest first, and their names. */
export async function readTies(db: Db | Tx, people: readonly number[], at: Date) {
  const { rows } = await sql<Tie>`
    select kind, staff_id as "accountId", array_remove(array[proposed_by, decided_by], null) as makers,
      decided_at as at
    from staff_change
    where staff_id = any(${people}::int[]) and basis in ('second person', 'waiting period')
      and decided_at <= ${at} and decided_at > ${at}::timestamptz - interval '30 days'
    order by decided_at desc`.execute(db)
  return rows
}

export async function namesOf(
  db: Db | Tx,
  people: readonly number[],
): Promise<Map<number, string>> {
  const rows = await db
    .selectFrom('staff')
    .select(['staff_id as staffId', 'name'])
    .where('staff_id', '=', sql<number>`any(${people}::int[])`)
    .execute()
  return new Map(rows.map(({ staffId, name }) => [staffId, name]))
}
