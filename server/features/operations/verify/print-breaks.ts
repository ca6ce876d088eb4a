import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A batch whose codes were taken, in two parts, and once more after a second person agreed. */
export async function takeInParts({ db }: TestDatabase): Promise<void> {
  await sql`insert into print_again (again_id, batch_id, what, from_number, to_number, reason, state,
      proposed_by, proposed_at, decided_by, decided_at) overriding system value
    select 1, min(batch_id), 'packs', 1, 2, 'Torn', 'approved', 1, now(), 2, now() from coupon_batch`.execute(
    db,
  )
  await sql`insert into print_taking (batch_id, what, from_number, to_number, format, taken_by, taken_at,
      alone_coupons, again_id)
    select batch_id, 'packs', f, t, 'csv', 1, now(), 0, again
    from (select min(batch_id) as batch_id from coupon_batch) b
    cross join (values (1, 1, null::int), (2, 2, null), (1, 2, 1)) as run (f, t, again)`.execute(db)
  await sql`insert into batch_event (batch_id, at, staff_id, action)
    select batch_id, now(), 1, 'print' from print_taking`.execute(db)
}

const AGAIN =
  'Codes of a batch are taken again only once a second person agreed, by whoever asked, once'
const WRITTEN = 'Each time a print file was given out its codes are written down as taken'

export const PRINT_BREAKS: readonly [string, string][] = [
  [AGAIN, 'update print_taking set again_id = null'],
  [AGAIN, 'update print_taking set from_number = 1 where from_number = 2'],
  [AGAIN, `update print_again set state = 'rejected'`],
  [AGAIN, 'update print_taking set taken_by = 2 where again_id = 1'],
  [AGAIN, 'update print_taking set to_number = 3 where again_id = 1'],
  [AGAIN, `update print_again set decided_at = now() + interval '1 day'`],
  [AGAIN, `update print_again set what = 'cartons'`],
  [WRITTEN, 'delete from print_taking where again_id = 1'],
  [
    WRITTEN,
    `insert into batch_event (batch_id, at, staff_id, action)
      select max(batch_id), now(), 1, 'print' from coupon_batch`,
  ],
]
