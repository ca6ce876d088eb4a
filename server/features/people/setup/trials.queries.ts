import type { Db, Tx } from '../../../db/database.ts'
import type { SetupTables } from '../../../db/setup-schema.ts'

export type What = SetupTables['setup_trial']['what']

export async function trials(db: Db) {
  return db
    .selectFrom('setup_trial as t')
    .innerJoin('staff as s', 's.staff_id', 't.staff_id')
    .select(['t.what', 't.at', 't.words', 's.name as by'])
    .execute()
}

export async function putTrial(
  tx: Tx,
  { what, at, staffId, words }: { what: What; at: Date; staffId: number; words: string },
): Promise<void> {
  const row = { at, staff_id: staffId, words }
  await tx
    .insertInto('setup_trial')
    .values({ what, ...row })
    .onConflict((conflict) => conflict.column('what').doUpdateSet(row))
    .execute()
}
