import type { Db } from '../../db/database.ts'

/** What the programme has set under a name; undefined where it has set nothing. */
export async function settingOf(db: Db, name: string): Promise<unknown> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}
