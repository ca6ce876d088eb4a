import { sql } from 'kysely'
import type { BatchStatus } from '../../../../contract/programme/batches.ts'
import { number, type Db, type Tx } from '../../../db/database.ts'
import { joinRuns } from './change-runs.ts'

/** As many of the newest changes as a batch shows: some of them may be pieces of one run. */
const CHANGES_SHOWN = 200

export async function eventsOf(db: Db | Tx, batchId: number) {
  const rows = await db
    .selectFrom('batch_event')
    .leftJoin('staff', 'staff.staff_id', 'batch_event.staff_id')
    .select(['at', 'staff.name as by', 'batch_event.staff_id as staffId', 'action', 'note'])
    .where('batch_id', '=', batchId)
    .orderBy('event_id')
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString(), by: row.by ?? 'HIL Dashboard' }))
}

/** The newest changes of a batch's coupons. */
export async function changesOf(db: Db | Tx, batchId: number) {
  const rows = await db
    .selectFrom('coupon_change as c')
    .innerJoin('staff', 'staff.staff_id', 'c.staff_id')
    .select((select) => [
      number(select.ref('c.change_id')).as('changeId'),
      'c.at',
      'c.staff_id as staffId',
      'staff.name as by',
      'c.action',
      'c.from_serial as fromSerial',
      'c.to_serial as toSerial',
      'c.changed',
      'c.reason',
      'c.device',
    ])
    .where('c.batch_id', '=', batchId)
    .orderBy('c.change_id', 'desc')
    .limit(CHANGES_SHOWN)
    .execute()
  return joinRuns(rows).map((run) => {
    const { changeId, at, by, action, fromSerial, toSerial, changed, reason } = run
    return { changeId, at: at.toISOString(), by, action, fromSerial, toSerial, changed, reason }
  })
}

/** The batch and its lock: whoever changes the batch or its coupons takes it first. */
export async function lockBatch(tx: Tx, batchId: number) {
  return tx
    .selectFrom('coupon_batch')
    .select([
      'batch_id as batchId',
      'plant_id as plantId',
      'quantity',
      'expires_at as expiresAt',
      'status',
      'approvals_needed as approvalsNeeded',
      'requested_by as requestedBy',
      'failure',
    ])
    .where('batch_id', '=', batchId)
    .forUpdate()
    .executeTakeFirst()
}
export type LockedBatch = NonNullable<Awaited<ReturnType<typeof lockBatch>>>

export async function sealedKeyOf(db: Db, batchId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('coupon_batch')
    .select('sealed_key as sealedKey')
    .where('batch_id', '=', batchId)
    .executeTakeFirst()
  return row?.sealedKey
}

export async function nextBatchNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ batchId: number }>`
    select nextval('coupon_batch_number')::int as "batchId"`.execute(tx)
  const [row] = rows
  if (!row) throw new Error('The sequence of batch numbers gave nothing.')
  return row.batchId
}

export type NewBatch = {
  batchId: number
  plantId: number
  productId: number
  quantity: number
  points: number
  expiresAt: Date
  qrForm: 'url' | 'gs1'
  sentToState: number | null
  cartonSize: number | null
  note: string | null
  approvalsNeeded: number
  sealedKey: Buffer
  requestedBy: number
  at: Date
}

export async function insertBatch(tx: Tx, batch: NewBatch): Promise<void> {
  await tx
    .insertInto('coupon_batch')
    .values({
      batch_id: batch.batchId,
      plant_id: batch.plantId,
      product_id: batch.productId,
      quantity: batch.quantity,
      points: batch.points,
      expires_at: batch.expiresAt,
      qr_form: batch.qrForm,
      sent_to_state: batch.sentToState,
      carton_size: batch.cartonSize,
      note: batch.note,
      status: 'requested',
      approvals_needed: batch.approvalsNeeded,
      failure: null,
      sealed_key: batch.sealedKey,
      requested_by: batch.requestedBy,
      requested_at: batch.at,
    })
    .execute()
}

/** What was asked for, as the audit trail keeps it. */
export async function requestOf(tx: Tx, batchId: number) {
  return tx
    .selectFrom('coupon_batch')
    .select([
      'plant_id as plantId',
      'product_id as productId',
      'quantity',
      'points',
      'expires_at as expiresAt',
      'qr_form as qrForm',
      'sent_to_state as sentToState',
      'carton_size as cartonSize',
      'note',
    ])
    .where('batch_id', '=', batchId)
    .executeTakeFirstOrThrow()
}

export async function updateRequest(
  tx: Tx,
  batchId: number,
  batch: Omit<NewBatch, 'batchId' | 'sealedKey' | 'requestedBy' | 'at'>,
): Promise<void> {
  await tx
    .updateTable('coupon_batch')
    .set({
      plant_id: batch.plantId,
      product_id: batch.productId,
      quantity: batch.quantity,
      points: batch.points,
      expires_at: batch.expiresAt,
      qr_form: batch.qrForm,
      sent_to_state: batch.sentToState,
      carton_size: batch.cartonSize,
      note: batch.note,
      approvals_needed: batch.approvalsNeeded,
    })
    .where('batch_id', '=', batchId)
    .execute()
}

export async function insertEvent(
  tx: Tx,
  event: {
    batchId: number
    at: Date
    staffId: number | null
    action: string
    note?: string | undefined
  },
): Promise<void> {
  await tx
    .insertInto('batch_event')
    .values({
      batch_id: event.batchId,
      at: event.at,
      staff_id: event.staffId,
      action: event.action,
      note: event.note || null,
    })
    .execute()
}

/** Who has approved a batch, in their order. */
export async function approversOf(tx: Tx, batchId: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('batch_event')
    .select('staff_id as staffId')
    .where('batch_id', '=', batchId)
    .where('action', '=', 'approve')
    .orderBy('event_id')
    .execute()
  return rows.flatMap((row) => row.staffId ?? [])
}

export async function setStatus(tx: Tx, batchId: number, status: BatchStatus): Promise<void> {
  await tx
    .updateTable('coupon_batch')
    .set({ status, failure: null })
    .where('batch_id', '=', batchId)
    .execute()
}

export async function setProgress(db: Db | Tx, batchId: number, generated: number): Promise<void> {
  await db
    .updateTable('coupon_batch')
    .set({ generated })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'approved')
    .execute()
}

/** Writes a failure on a batch that still waits for its coupons and tells of none. */
export async function giveUp(db: Db, batchId: number, failure: string): Promise<void> {
  await db
    .updateTable('coupon_batch')
    .set({ failure })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'approved')
    .where('failure', 'is', null)
    .execute()
}

export async function setFailure(db: Db, batchId: number, failure: string | null): Promise<void> {
  await db
    .updateTable('coupon_batch')
    .set({ failure })
    .where('batch_id', '=', batchId)
    .where('status', '=', 'approved')
    .execute()
}

export async function insertCounts(tx: Tx, batchId: number, printed: number): Promise<void> {
  await tx.insertInto('batch_count').values({ batch_id: batchId, printed }).execute()
}
