import { sql } from 'kysely'
import { transaction } from '../../../db/database.ts'
import type { TestDatabase } from '../../../test/harness.ts'
import { postEach } from '../../ledger/points/index.ts'

/** Opening points that moved, points that wait, and a file that came to nothing. Call it after files are. */
export async function proposeInEveryState({ db }: TestDatabase): Promise<void> {
  await sql`insert into points_file (points_file_id, upload_id, cause, state, members, given, taken,
      credited, makers, proposed_at, decided_by, decided_at, credited_at)
    values (7001, 1, 'opening', 'credited', 2, 70, 0, 2, '{1}', now(), 2, now(), now()),
      (7002, 1, 'adjustment', 'waiting', 2, 10, 4, 0, '{1}', now(), null, null, null),
      (7003, 1, 'opening', 'rejected', 1, 500, 0, 0, '{1}', now(), 2, now(), null)`.execute(db)
  await sql`insert into points_file_row (points_file_id, member_id, points, reason, opening, state)
    values (7001, 111, 30, null, true, 'credited'), (7001, 112, 40, null, true, 'credited'),
      (7002, 111, 10, 'Meet', false, 'waiting'), (7002, 112, -4, 'Mistake', false, 'waiting')`.execute(
    db,
  )
  const move = { kind: 'opening', debit: 'opening', credit: 'available', ref: '7001' } as const
  await transaction(db, (tx) =>
    postEach(tx, {
      at: new Date(),
      moves: [
        { ...move, memberId: 111, points: 30, idempotencyKey: 'points-file:7001' },
        { ...move, memberId: 112, points: 40, idempotencyKey: 'points-file:7001' },
      ],
    }),
  )
}

const TOTALS = 'The totals of a file of points are those of its rows'
const MOVED = 'Points by file moved once for each row that says so, and never otherwise'
const TWO =
  'Points by file are approved by somebody who had no hand in the file, and never wait for nobody'

export const POINTS_FILE_BREAKS: readonly [string, string][] = [
  ...['members', 'given', 'taken', 'credited', 'short'].map((count): [string, string] => [
    TOTALS,
    `update points_file set ${count} = ${count} + 1 where points_file_id = 7001`,
  ]),
  [TOTALS, 'delete from points_file_row where points_file_id = 7001 and member_id = 111'],
  [TOTALS, 'update points_file_row set points_file_id = 7003 where points_file_id = 7002'],
  [TOTALS, "update points_file set state = 'credited' where points_file_id = 7002"],
  [TOTALS, "update points_file set cause = 'adjustment' where points_file_id = 7001"],
  [MOVED, 'delete from transfer where ref = 7001 and member_id = 112'],
  [MOVED, 'update transfer set points = points + 1 where ref = 7001 and member_id = 112'],
  [MOVED, 'update transfer set debit = 4 where ref = 7001 and member_id = 112'],
  [MOVED, 'update transfer set ref = 7009 where ref = 7001 and member_id = 112'],
  [MOVED, "update points_file_row set state = 'waiting' where points_file_id = 7001"],
  [MOVED, "update points_file_row set state = 'credited' where points_file_id = 7002"],
  [TWO, 'update points_file set decided_by = 1 where points_file_id = 7001'],
  [TWO, "update points_file set makers = '{3}' where points_file_id = 7001"],
  [
    TWO,
    'update points_file_row set member_id = 102 where points_file_id = 7002 and member_id = 111',
  ],
]
