import type { Db } from '../../../db/database.ts'

/** A member as another member may see them: `R••• ••10`. */
export async function memberMask(db: Db, memberId: number): Promise<string | null> {
  const row = await db
    .selectFrom('member')
    .select(['name', 'mobile'])
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return row ? `${row.name.slice(0, 1)}•••, mobile ending in ${row.mobile.slice(-2)}` : null
}
