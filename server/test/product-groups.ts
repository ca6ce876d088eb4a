import { sql } from 'kysely'
import type { Db } from '../db/database.ts'

/** Groups of products for a test to name, each made once; before their migration there are none. */
export async function haveGroups(db: Db, ...names: string[]): Promise<void> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('product_group') is not null as there`.execute(db)
  if (!rows[0]?.there) return
  await db
    .insertInto('product_group')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
