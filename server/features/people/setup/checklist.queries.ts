import { sql } from 'kysely'
import { PERMISSIONS } from '../../../../contract/permissions.ts'
import type { ChecklistKey } from '../../../../contract/people/setup.ts'
import type { Db } from '../../../db/database.ts'

const DONE = 'setup_done'

export async function isStoredDone(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('setting')
    .select('name')
    .where('name', '=', DONE)
    .executeTakeFirst()
  return row !== undefined
}

export async function storeDone(db: Db, at: Date): Promise<void> {
  await db
    .insertInto('setting')
    .values({ name: DONE, value: JSON.stringify({ at: at.toISOString() }), changed_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What is there, in one statement; each part ends at the first row that it finds. */
export async function whatIsThere(db: Db): Promise<Record<ChecklistKey, boolean>> {
  const { rows } = await sql<Record<ChecklistKey, boolean>>`
    select exists (select from programme) as programme,
      exists (select from plant) as plant,
      exists (select from product) as product,
      exists (select from distributor where left_at is null) as distributor,
      (select count(*) > 1 from (select from staff where role = any(${PERMISSIONS['staff.manage']}::text[])
        and disabled_at is null limit 2) as two) as second_admin,
      exists (select from setup_trial where what in ('sms', 'email')) as message_channel,
      exists (select from setup_trial where what = 'payouts') as payout_provider,
      exists (select from coupon_batch where generated > 0) as batch,
      exists (select from staff where role = 'worker' and disabled_at is null) as worker,
      exists (select from member) as member`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database says nothing of what is there.')
  return row
}
