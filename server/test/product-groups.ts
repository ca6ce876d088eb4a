import type { Db } from '../db/database.ts'

/** Groups of products for a test to name, each made once. */
export async function haveGroups(db: Db, ...names: string[]): Promise<void> {
  await db
    .insertInto('product_group')
    .values(names.map((name) => ({ name })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}
