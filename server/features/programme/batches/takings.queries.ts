import type { PrintFormat, PrintOf } from '../../../../contract/programme/batch-print.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { sealRow } from '../../platform/chain/index.ts'

export type Run = { of: PrintOf; from: number; to: number }

/** Who took which codes of a batch, oldest first. */
export async function takingsOf(db: Db | Tx, batchId: number) {
  return db
    .selectFrom('print_taking as t')
    .leftJoin('staff as s', 's.staff_id', 't.taken_by')
    .leftJoin('print_again as a', 'a.again_id', 't.again_id')
    .leftJoin('staff as d', 'd.staff_id', 'a.decided_by')
    .select([
      't.what as of',
      't.from_number as from',
      't.to_number as to',
      't.format',
      's.name as by',
      't.taken_at as at',
      'd.name as approvedBy',
    ])
    .where('t.batch_id', '=', batchId)
    .orderBy('t.taking_id')
    .execute()
}

type NewTaking = Run & {
  batchId: number
  format: PrintFormat
  staffId: number
  at: Date
  aloneCoupons: number
  againId: number | null
}

export async function insertTaking(tx: Tx, taking: NewTaking): Promise<void> {
  const { taking_id } = await tx
    .insertInto('print_taking')
    .values({
      batch_id: taking.batchId,
      what: taking.of,
      from_number: taking.from,
      to_number: taking.to,
      format: taking.format,
      taken_by: taking.staffId,
      taken_at: taking.at,
      alone_coupons: taking.aloneCoupons,
      again_id: taking.againId,
    })
    .returning('taking_id')
    .executeTakeFirstOrThrow()
  sealRow(tx, 'print_taking', String(taking_id))
}

const requests = (db: Db | Tx) =>
  db
    .selectFrom('print_again as a')
    .innerJoin('staff as s', 's.staff_id', 'a.proposed_by')
    .leftJoin('staff as d', 'd.staff_id', 'a.decided_by')
    .leftJoin('print_taking as t', 't.again_id', 'a.again_id')
    .where('t.taking_id', 'is', null)
    .select([
      'a.again_id as againId',
      'a.batch_id as batchId',
      'a.what as of',
      'a.from_number as from',
      'a.to_number as to',
      'a.reason',
      'a.state',
      's.name as proposedBy',
      'a.proposed_by as proposedById',
      'a.proposed_at as proposedAt',
      'd.name as decidedBy',
    ])

/** What waits for a second person, or was approved since a moment and is not taken yet; the newest. */
export async function openRequest(db: Db | Tx, batchId: number, since: Date) {
  return requests(db)
    .where('a.batch_id', '=', batchId)
    .where((where) =>
      where.or([
        where('a.state', '=', 'proposed'),
        where.and([where('a.state', '=', 'approved'), where('a.decided_at', '>', since)]),
      ]),
    )
    .orderBy('a.again_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}
export type Request = NonNullable<Awaited<ReturnType<typeof openRequest>>>

/** Requests of all batches that wait, oldest first. */
export async function waitingRequests(db: Db, most: number): Promise<Request[]> {
  return requests(db)
    .where('a.state', '=', 'proposed')
    .orderBy('a.proposed_at')
    .orderBy('a.again_id')
    .limit(most)
    .execute()
}

export async function insertRequest(
  tx: Tx,
  {
    batchId,
    of,
    from,
    to,
    reason,
    staffId,
    at,
  }: Run & { batchId: number; reason: string; staffId: number; at: Date },
): Promise<void> {
  const { again_id } = await tx
    .insertInto('print_again')
    .values({
      batch_id: batchId,
      what: of,
      from_number: from,
      to_number: to,
      reason,
      proposed_by: staffId,
      proposed_at: at,
      decided_by: null,
      decided_at: null,
      decision_note: null,
    })
    .returning('again_id')
    .executeTakeFirstOrThrow()
  sealRow(tx, 'print_again', String(again_id))
}

type Decided = {
  againId: number
  state: 'approved' | 'rejected' | 'withdrawn'
  staffId: number
  note: string | null
  at: Date
}

export async function decideRequest(
  tx: Tx,
  { againId, state, staffId, note, at }: Decided,
): Promise<void> {
  await tx
    .updateTable('print_again')
    .set({ state, decided_by: staffId, decided_at: at, decision_note: note })
    .where('again_id', '=', againId)
    .execute()
  sealRow(tx, 'print_again', String(againId))
}
