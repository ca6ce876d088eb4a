import { sql } from 'kysely'
import type { TestDatabase } from '../../../test/harness.ts'
import { makeLot } from '../../programme/scans/engine.fixture.ts'

/**
 * A worker (50) who activated a carton but for two packs, took a part of it back, read a pack and a
 * code of nobody, said of one pack that it was damaged, and set a PIN; another (51) who did nothing of it.
 */
export async function workTheLine(database: TestDatabase): Promise<void> {
  const { db } = database
  await makeLot(database, { batchId: 7, coupons: 20 })
  await sql`update coupon_batch set carton_size = 8 where batch_id = 7`.execute(db)
  await sql`insert into carton (code_key, batch_id, carton) values
    ('00000007-0000-0000-0000-000000000001', 7, 1), ('00000007-0000-0000-0000-000000000002', 7, 2),
    ('00000007-0000-0000-0000-000000000003', 7, 3)`.execute(db)
  await sql`insert into staff (staff_id, email, name, role, plant_id, created_at)
    values (50, 'w@hil.example', 'W', 'worker', 1, now()),
      (51, 'v@hil.example', 'V', 'worker', 1, now())`.execute(db)
  await sql`insert into worker (staff_id, employee_code, activated, deactivated)
    values (50, 'W50', 7, 2), (51, 'W51', 0, 0)`.execute(db)
  await sql`insert into coupon_change (change_id, batch_id, plant_id, from_serial, to_serial, action,
      changed, reason, staff_id, at, occurred_at) values
    (9001, 7, 1, 1, 8, 'activate', 6, null, 50, '2026-11-01', '2026-11-01'),
    (9002, 7, 1, 2, 6, 'deactivate', 2, 'Undone at the line', 50, '2026-11-02', '2026-11-02'),
    (9003, 7, 1, 9, 9, 'activate', 1, null, 50, '2026-11-03', '2026-11-03')`.execute(db)
  await sql`insert into plant_scan (scan_id, staff_id, plant_id, result, code_key, batch_id,
      from_serial, to_serial, carton, changed, runs, change_id, undoes, digest, occurred_at,
      recorded_at) values
    ('00000000-0000-4000-8000-000000000001', 50, 1, 'activated',
      '00000007-0000-0000-0000-000000000001', 7, 1, 8, 1, 6, '{[1,4),[6,9)}', 9001, null, 'a',
      '2026-11-01', '2026-11-01'),
    ('00000000-0000-4000-8000-000000000002', 50, 1, 'undone', null, 7, 1, 8, 1, 2,
      '{[2,3),[6,7)}', 9002, '00000000-0000-4000-8000-000000000001', 'b', '2026-11-02', '2026-11-02'),
    ('00000000-0000-4000-8000-000000000003', 50, 1, 'activated', null, 7, 9, 9, null, 1,
      '{[9,10)}', 9003, null, 'c', '2026-11-03', '2026-11-03'),
    ('00000000-0000-4000-8000-000000000004', 50, 1, 'unknown', null, null, null, null, null, 0,
      null, null, null, 'd', '2026-11-03', '2026-11-03')`.execute(db)
  await sql`insert into batch_explanation (batch_id, from_serial, to_serial, kind, staff_id, at)
    values (7, 20, 20, 'damaged', 50, now())`.execute(db)
  await sql`insert into worker_pin (staff_id, pin_hash, set_at) values (50, 'x', now())`.execute(db)
  await sql`insert into session (token_hash, staff_id, created_at, seen_at, expires_at, pin_locks)
    values ('w', 50, now(), now(), now() + interval '1 hour', true),
      ('v', 51, now(), now(), now() + interval '1 hour', false)`.execute(db)
}

const COUNTERS = 'What a worker activated and deactivated is what their changes come to'
const CHANGE = 'A reading that changed coupons has one change of its own that says the same'
const UNDONE =
  'A reading is undone at most once, by who sent it, and not more of it than it activated'
const PLACE = 'What a reading names lies in a batch of its plant'
const CARTONS = 'Cartons lie within their batch'
const PIN = 'A session that a PIN opens is of a worker who has one'
const EXPLAINED = 'Explanations lie within their batch'

const reading = (last: number) => `scan_id = '00000000-0000-4000-8000-00000000000${last}'`
const changes = (change: string) => `alter table coupon_change disable trigger all; ${change}`

export const PLANT_BREAKS: readonly [string, string][] = [
  [COUNTERS, 'update worker set activated = activated + 1 where staff_id = 50'],
  [COUNTERS, 'update worker set deactivated = deactivated - 1 where staff_id = 50'],
  [COUNTERS, 'update worker set activated = 1 where staff_id = 51'],
  [COUNTERS, changes('update coupon_change set changed = 7 where change_id = 9001')],
  [CHANGE, changes('update coupon_change set changed = 7 where change_id = 9001')],
  [CHANGE, changes('update coupon_change set staff_id = 51 where change_id = 9001')],
  [CHANGE, changes('update coupon_change set batch_id = 1 where change_id = 9001')],
  [CHANGE, changes(`update coupon_change set occurred_at = now() where change_id = 9001`)],
  [CHANGE, changes(`update coupon_change set action = 'activate' where change_id = 9002`)],
  [CHANGE, changes('update coupon_change set to_serial = 7 where change_id = 9001')],
  [CHANGE, `update plant_scan set change_id = null where ${reading(1)}`],
  [CHANGE, `update plant_scan set change_id = 9003 where ${reading(4)}`],
  [CHANGE, `update plant_scan set runs = null where ${reading(3)}`],
  [CHANGE, `update plant_scan set runs = '{[1,4),[6,8)}' where ${reading(1)}`],
  [CHANGE, `update plant_scan set runs = '{[10,11)}' where ${reading(3)}`],
  [CHANGE, `update plant_scan set result = 'scanned' where ${reading(3)}`],
  [
    CHANGE,
    `insert into plant_scan select '00000000-0000-4000-8000-000000000009', staff_id, plant_id, result,
       code_key, batch_id, from_serial, to_serial, carton, changed, runs, change_id, undoes, digest,
       occurred_at, recorded_at, device from plant_scan where ${reading(3)}`,
  ],
  [UNDONE, `update plant_scan set undoes = null where ${reading(2)}`],
  [UNDONE, `update plant_scan set undoes = scan_id where ${reading(2)}`],
  [UNDONE, `update plant_scan set staff_id = 51 where ${reading(2)}`],
  [UNDONE, `update plant_scan set runs = '{[4,6)}' where ${reading(2)}`],
  [
    UNDONE,
    `drop index plant_scan_undone;
     insert into plant_scan select '00000000-0000-4000-8000-000000000009', staff_id, plant_id, result,
       code_key, batch_id, from_serial, to_serial, carton, changed, runs, change_id, undoes, digest,
       occurred_at, recorded_at, device from plant_scan where ${reading(2)}`,
  ],
  [PLACE, `update plant_scan set to_serial = 21 where ${reading(3)}`],
  [PLACE, `update plant_scan set to_serial = 10 where ${reading(3)}`],
  [PLACE, `update plant_scan set from_serial = 2 where ${reading(1)}`],
  [
    PLACE,
    `with other as (insert into plant (code, name, state, city) values ('P9', 'Other', 24, 'Surat')
       returning plant_id)
     update coupon_batch set plant_id = (select plant_id from other) where batch_id = 7`,
  ],
  [CARTONS, 'update coupon_batch set carton_size = null where batch_id = 7'],
  [CARTONS, 'update coupon_batch set carton_size = 10 where batch_id = 7'],
  [EXPLAINED, 'update batch_explanation set to_serial = 21'],
  [EXPLAINED, 'update batch_explanation set from_serial = 0'],
  [PIN, 'delete from worker_pin where staff_id = 50'],
  [PIN, 'update session set pin_locks = true where staff_id = 51'],
]
