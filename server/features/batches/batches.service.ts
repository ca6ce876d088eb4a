import { randomBytes } from 'node:crypto'
import type { z } from 'zod'
import type {
  batchRequest,
  BatchAction,
  BatchDetail,
  BatchListQuery,
  PRINT_FORMATS,
} from '../../../contract/batches.ts'
import { endOfDay } from '../../../contract/time.ts'
import type { Context } from '../../context.ts'
import { transaction, type Db, type Tx } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../lib/app-error.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { DONE, nextStatus } from './batch-machine.ts'
import { batchById, listBatches as listOf } from './batch-list.queries.ts'
import * as queries from './batches.queries.ts'
import { printFile } from './print-file.ts'

export type LockedBatch = queries.LockedBatch

const keyContext = (batchId: number) => `coupon_batch:${batchId}:key`

/** The key that a batch's codes come from: 32 bytes. */
export async function batchKeyOf(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  batchId: number,
): Promise<Buffer> {
  const sealed = await queries.sealedKeyOf(db, batchId)
  if (!sealed) throw notFound(`Batch ${batchId}`)
  return keys.open(sealed, keyContext(batchId))
}

/** The batch, locked to the end of the transaction: whoever changes it or its coupons comes here first. */
export async function lockedBatch(tx: Tx, batchId: number): Promise<LockedBatch> {
  const batch = await queries.lockBatch(tx, batchId)
  if (!batch) throw notFound(`Batch ${batchId}`)
  return batch
}

export async function listBatches({ db }: Context, filters: BatchListQuery) {
  if (filters.from && filters.to && filters.from > filters.to) {
    throw invalidField('to', 'The last day must not be before the first.')
  }
  return listOf(db, filters)
}

export async function getBatch({ db }: Pick<Context, 'db'>, batchId: number) {
  return detail(db, batchId)
}

/** What happened to a batch, oldest first. */
export async function batchEvents(db: Db, batchId: number) {
  return queries.eventsOf(db, batchId)
}

async function detail(db: Db | Tx, batchId: number): Promise<BatchDetail> {
  const batch = await batchById(db, batchId)
  if (!batch) throw notFound(`Batch ${batchId}`)
  const events = await queries.eventsOf(db, batchId)
  return {
    ...batch,
    approvedByIds: events.flatMap(({ action, staffId }) =>
      action === 'approve' && staffId !== null ? [staffId] : [],
    ),
    events: events.map(({ at, by, action, note }) => ({ at, by, action, note })),
    changes: await queries.changesOf(db, batchId),
  }
}

/** Asks for a batch. From a configured size on it needs two approvals. */
export async function requestBatch(
  { db, keys, config }: Context,
  caller: StaffCaller,
  body: z.output<typeof batchRequest>,
  origin: Origin,
): Promise<BatchDetail> {
  const at = new Date()
  const expiresAt = endOfDay(body.expiresOn)
  const { note, ...wanted } = body
  return transaction(db, async (tx) => {
    await checkRequest(tx, body, expiresAt <= at)
    const batchId = await queries.nextBatchNumber(tx)
    await queries.insertBatch(tx, {
      ...wanted,
      batchId,
      expiresAt,
      at,
      note: note || null,
      approvalsNeeded: wanted.quantity >= config.BATCH_SECOND_APPROVAL_FROM ? 2 : 1,
      sealedKey: keys.seal(randomBytes(32), keyContext(batchId)),
      requestedBy: caller.staffId,
    })
    await recordEvent(tx, { batchId, at, caller, action: 'request', note })
    const made = await detail(tx, batchId)
    await writeAudit(tx, keys, {
      by: caller,
      action: 'batch.requested',
      subject: 'coupon_batch',
      subjectId: batchId,
      after: wanted,
      reason: note || undefined,
      requestId: origin.requestId,
    })
    return made
  })
}

async function checkRequest(
  tx: Tx,
  { plantId, productId }: { plantId: number; productId: number },
  ended: boolean,
): Promise<void> {
  const known = await queries.knownPlace(tx, plantId, productId)
  const fields: Record<string, string> = {}
  if (!known.plant) fields.plantId = 'This plant is not known. Choose one of the list.'
  if (!known.product) fields.productId = 'This product is not known. Choose one of the list.'
  if (ended) fields.expiresOn = 'This day is over. Coupons must expire in the future.'
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid', first, { fields })
}

type EventInput = {
  batchId: number
  at: Date
  caller: StaffCaller
  action: string
  note: string | undefined
}

async function recordEvent(tx: Tx, { caller, ...event }: EventInput): Promise<void> {
  await queries.insertEvent(tx, { ...event, staffId: caller.staffId })
}

type Step = { batchId: number; note?: string | undefined }
type Act = { context: Context; caller: StaffCaller; origin: Origin; step: Step }

/** One step of a batch: locked, decided, recorded and audited in one transaction. */
async function act(
  { context: { db, keys }, caller, origin, step }: Act,
  action: BatchAction | 'retry',
  decide: (tx: Tx, batch: LockedBatch) => Promise<LockedBatch['status']>,
): Promise<BatchDetail> {
  const { batchId, note } = step
  return transaction(db, async (tx) => {
    const batch = await lockedBatch(tx, batchId)
    const status = await decide(tx, batch)
    await recordEvent(tx, { batchId, at: new Date(), caller, action, note })
    if (status !== batch.status || batch.failure !== null) {
      await queries.setStatus(tx, batchId, status)
    }
    const done = await detail(tx, batchId)
    await writeAudit(tx, keys, {
      by: caller,
      action: `batch.${DONE[action]}`,
      subject: 'coupon_batch',
      subjectId: batchId,
      before: { status: batch.status },
      after: { status },
      reason: note || undefined,
      requestId: origin.requestId,
    })
    return done
  })
}

const move = (action: BatchAction) => async (_tx: Tx, batch: LockedBatch) =>
  nextStatus(batch, action)

/**
 * Approves a batch. Who asked for it does not approve it, and nobody approves twice; the approval
 * that completes the number queues the generation in the same transaction.
 */
export async function approveBatch(
  context: Context,
  caller: StaffCaller,
  step: Step,
  origin: Origin,
): Promise<BatchDetail> {
  return act({ context, caller, origin, step }, 'approve', async (tx, batch) => {
    const approved = nextStatus(batch, 'approve')
    if (batch.requestedBy === caller.staffId) {
      throw new AppError('conflict', 'You asked for this batch: somebody else must approve it.')
    }
    const approvers = await queries.approversOf(tx, batch.batchId)
    if (approvers.includes(caller.staffId)) {
      throw new AppError('conflict', 'You approved this batch already: a second person must.')
    }
    if (approvers.length + 1 < batch.approvalsNeeded) return batch.status
    await context.jobs.send(tx, 'batch-generate', { batchId: batch.batchId })
    return approved
  })
}

/** Queues the generation again, after it failed as often as it tries by itself. */
export async function retryBatch(
  context: Context,
  caller: StaffCaller,
  step: Step,
  origin: Origin,
): Promise<BatchDetail> {
  return act({ context, caller, origin, step }, 'retry', async (tx, batch) => {
    nextStatus(batch, 'generate')
    if (batch.failure === null) {
      throw new AppError('conflict', `Batch ${batch.batchId} is being generated: it did not fail.`)
    }
    await context.jobs.send(tx, 'batch-generate', { batchId: batch.batchId })
    return batch.status
  })
}

export const rejectBatch = stepOf('reject')
export const closeBatch = stepOf('close')
/** Blocks a batch: no coupon of it can be scanned, whatever its own state is. */
export const blockBatch = stepOf('block')
export const unblockBatch = stepOf('unblock')

function stepOf(action: 'reject' | 'close' | 'block' | 'unblock') {
  return (context: Context, caller: StaffCaller, step: Step, origin: Origin) =>
    act({ context, caller, origin, step }, action, move(action))
}

/** The print file. That it was given is on record before its first byte leaves. */
export async function printBatch(
  context: Context,
  caller: StaffCaller,
  { batchId, format }: { batchId: number; format: (typeof PRINT_FORMATS)[number] },
  origin: Origin,
) {
  const step = { batchId, note: format }
  const batch = await act({ context, caller, origin, step }, 'print', move('print'))
  const batchKey = await batchKeyOf(context, batchId)
  return printFile({ ...batch, batchKey, publicUrl: context.publicUrl }, format)
}
