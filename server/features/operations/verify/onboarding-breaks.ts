import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'

/** A file in each state, with a row in each that it may have. */
export async function onboardInEveryState({ db }: TestDatabase): Promise<void> {
  await sql`
    insert into data_key (key_id, purpose, created_at) overriding system value
    values (950, 'seal', now())`.execute(db)
  await sql`insert into data_key_secret (key_id, wrapped) values (950, '')`.execute(db)
  await sql`
    insert into onboarding_upload (upload_id, kind, name, digest, bytes, state, came_by, came_at,
      rows, creates, changes, same, refused, applied)
    values (1, 'workers', 'a.xlsx', 'a', 1, 'applied', 1, now(), 5, 1, 1, 0, 3, 2),
      (2, 'workers', 'b.xlsx', 'b', 1, 'ready', 1, now(), 2, 1, 0, 0, 1, 0),
      (3, 'workers', 'c.xlsx', 'c', 1, 'discarded', 1, now(), 7, 7, 0, 0, 0, 0),
      (4, 'workers', 'd.xlsx', 'd', 1, 'reading', 1, now(), 0, 0, 0, 0, 0, 0),
      (5, 'workers', 'e.xlsx', 'e', 1, 'refused', 1, now(), 0, 0, 0, 0, 0, 0)`.execute(db)
  await sql`
    insert into onboarding_row (upload_id, row_no, verdict, state, problems, subject_id, settled_by,
      settled_at, sealed)
    select upload, row_no, verdict, state,
      case verdict when 'refused' then '[{"column": null, "reason": "Wrong"}]' else '[]' end::jsonb,
      case when state in ('applied', 'corrected') then 1 end,
      case when state in ('corrected', 'dismissed') then 1 end,
      case when state in ('corrected', 'dismissed') then now() end,
      case when state in ('waiting', 'open') then '\\x02'::bytea || int4send(950) end
    from (values (1, 2, 'create', 'applied'), (1, 3, 'change', 'applied'), (1, 4, 'refused', 'open'),
      (1, 5, 'refused', 'corrected'), (1, 6, 'refused', 'dismissed'), (2, 2, 'create', 'waiting'),
      (2, 3, 'refused', 'open')) as v (upload, row_no, verdict, state)`.execute(db)
  await sql`insert into onboarding_file (upload_id, piece, sealed)
    values (4, 0, '\\x02'::bytea || int4send(950))`.execute(db)
}

const COUNTS = 'The counts of an onboarding file are those of its rows'
const WAITS = 'A row of an onboarding file waits only where the file is not applied to its end'
const ONE = 'A row of an onboarding file is refused or applied, never both'
const KEPT = 'Of a settled row of an onboarding file nothing is kept, nor of a file that is read'
const LEFT = 'Of an onboarding file that was taken back nothing is left'
const HELD = `'\\x02'::bytea || int4send(950)`

export const ONBOARDING_BREAKS: readonly [string, string][] = [
  ...['rows', 'creates', 'changes', 'same', 'refused', 'applied'].map((count): [string, string] => [
    COUNTS,
    `update onboarding_upload set ${count} = ${count} + 1 where upload_id = 1`,
  ]),
  [COUNTS, 'delete from onboarding_row where upload_id = 1 and row_no = 6'],
  [
    COUNTS,
    `insert into onboarding_row (upload_id, row_no, verdict, state, sealed)
     values (3, 2, 'create', 'waiting', ${HELD})`,
  ],
  [WAITS, `update onboarding_upload set state = 'applied' where upload_id = 2`],
  [WAITS, `update onboarding_upload set state = 'ready' where upload_id = 1`],
  [ONE, `update onboarding_row set verdict = 'create' where state = 'open'`],
  [ONE, `update onboarding_row set problems = '[]' where state = 'corrected'`],
  [ONE, `update onboarding_row set subject_id = null where state = 'applied'`],
  [ONE, `update onboarding_row set settled_at = null where state = 'dismissed'`],
  [KEPT, `update onboarding_row set sealed = ${HELD} where state = 'dismissed'`],
  [KEPT, `update onboarding_row set sealed = null where state = 'open'`],
  [KEPT, `update onboarding_upload set state = 'ready' where upload_id = 4`],
  [WAITS, `update onboarding_upload set state = 'taken_back' where upload_id = 1`],
  [
    LEFT,
    `insert into audit (seq, at, staff_id, role, action, subject, subject_id, after, hash)
     values (9999998, now(), 1, 'admin', 'workers.onboarded', 'onboarding', '1',
       '{"createdIds": [1], "changedIds": []}', 'x');
     update onboarding_upload set state = 'taken_back' where upload_id = 1`,
  ],
]
