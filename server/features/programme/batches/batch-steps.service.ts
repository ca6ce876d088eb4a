import { lockedFileName, type PrintRequest } from '../../../../contract/programme/batch-print.ts'
import type {
  BatchAction,
  BatchDetail,
  BatchStatus,
} from '../../../../contract/programme/batches.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { refuseNoSecond } from '../../platform/permissions/index.ts'
import { tellOther } from '../../platform/notices/index.ts'
import { DONE, nextStatus } from './batch-machine.ts'
import * as queries from './batches.queries.ts'
import { checkOwnRequest } from './batch-request.service.ts'
import { batchKeyOf, getBatch, lockedBatch, type LockedBatch } from './batches.service.ts'
import { locked, newPassword, ZIP_TYPE } from './print-archive.ts'
import { rangeOf } from './print-check.ts'
import { checkPrint, printFile } from './print-file.ts'
import { take } from './takings.service.ts'

type Step = { batchId: number; note?: string | undefined }
/** Where it leads, and what else the audit trail is told. */
type Decided = { status: BatchStatus; after: object }
type Act = { context: Context; caller: StaffCaller; origin: Origin; step: Step }

/** One step of a batch: locked, decided, recorded and audited in one transaction. */
async function act(
  { context: { db, keys, now }, caller, origin, step }: Act,
  action: BatchAction | 'retry',
  decide: (tx: Tx, batch: LockedBatch, at: Date) => Promise<BatchStatus | Decided>,
): Promise<BatchDetail> {
  const { batchId, note } = step
  return transaction(db, async (tx) => {
    const batch = await lockedBatch(tx, batchId)
    const [at, { staffId }] = [now(), caller]
    const decided = await decide(tx, batch, at)
    const { status, after } = typeof decided === 'string' ? { status: decided, after: {} } : decided
    await queries.insertEvent(tx, { batchId, at, staffId, action, note })
    if (status !== batch.status || batch.failure !== null) {
      await queries.setStatus(tx, batchId, status)
    }
    await tellRequester(tx, batch, { action, status, by: caller, at })
    const done = await getBatch({ db: tx }, batchId)
    await writeAudit(tx, keys, {
      by: caller,
      action: `batch.${DONE[action]}`,
      subject: 'coupon_batch',
      subjectId: batchId,
      before: { status: batch.status },
      after: { status, ...after },
      reason: note || undefined,
      requestId: origin.requestId,
      at,
    })
    return done
  })
}

/** Who asked for a batch is told what another decided; of two approvals, of the last. */
async function tellRequester(
  tx: Tx,
  { batchId, requestedBy, status: before }: LockedBatch,
  told: { action: BatchAction | 'retry'; status: BatchStatus; by: StaffCaller; at: Date },
): Promise<void> {
  const { action, status, by, at } = told
  if (status === before || (action !== 'approve' && action !== 'reject')) return
  const words = `Batch ${batchId}, which you asked for, was ${DONE[action]}.`
  const link = `/dashboard/QrTokenHistories?open=${batchId}`
  await tellOther(tx, by, { staffId: requestedBy, words, link, at })
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
  { version, ...step }: Step & { version: number },
  origin: Origin,
): Promise<BatchDetail> {
  return act({ context, caller, origin, step }, 'approve', async (tx, batch) => {
    const approved = nextStatus(batch, 'approve')
    if (batch.requestedBy === caller.staffId) {
      throw new AppError('conflict', 'You asked for this batch: somebody else must approve it.')
    }
    if (version !== (await getBatch({ db: tx }, batch.batchId)).version) {
      const sentence = `The request for batch ${batch.batchId} was changed meanwhile. Look at it again before you approve it.`
      throw new AppError('conflict', sentence)
    }
    const approvers = await queries.approversOf(tx, batch.batchId)
    if (approvers.includes(caller.staffId)) {
      throw new AppError('conflict', 'You approved this batch already: a second person must.')
    }
    await refuseNoSecond(tx, caller, [batch.requestedBy, ...approvers], context.now())
    if (approvers.length + 1 < batch.approvalsNeeded) return batch.status
    await context.jobs.send(tx, 'batch-generate', { batchId: batch.batchId })
    return approved
  })
}

/** Withdraws a request. Once somebody approved it, it is theirs to decide as well. */
export async function withdrawBatch(
  context: Context,
  caller: StaffCaller,
  step: Step,
  origin: Origin,
): Promise<BatchDetail> {
  return act({ context, caller, origin, step }, 'withdraw', async (tx, batch) => {
    const withdrawn = nextStatus(batch, 'withdraw')
    await checkOwnRequest(tx, batch, caller)
    return withdrawn
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

const BEFORE_BLOCK: Record<string, BatchStatus> = {
  generate: 'generated',
  print: 'printed',
  close: 'closed',
}

/** Unblocks a batch: it is again what it was, so a closed one does not become printable by this. */
export async function unblockBatch(
  context: Context,
  caller: StaffCaller,
  step: Step,
  origin: Origin,
): Promise<BatchDetail> {
  return act({ context, caller, origin, step }, 'unblock', async (tx, batch) => {
    const usual = nextStatus(batch, 'unblock')
    const { events } = await getBatch({ db: tx }, batch.batchId)
    const last = events.findLast(({ action }) => action in BEFORE_BLOCK)
    return (last && BEFORE_BLOCK[last.action]) ?? usual
  })
}

function stepOf(action: 'reject' | 'close' | 'block') {
  return (context: Context, caller: StaffCaller, step: Step, origin: Origin) =>
    act({ context, caller, origin, step }, action, move(action))
}

/**
 * The print file. That it was given is on record before its first byte leaves: a download that breaks is
 * a taking too, as nobody can tell how much of it arrived. It is locked by a password that this answer
 * tells and nothing keeps.
 */
export async function printBatch(
  context: Context,
  caller: StaffCaller,
  { batchId, ...wish }: PrintRequest & { batchId: number },
  origin: Origin,
) {
  const { publicUrl } = context
  const step = { batchId, note: printNote(wish) }
  const batch = await act({ context, caller, origin, step }, 'print', async (tx, locked, at) => {
    const status = nextStatus(locked, 'print')
    const printed = { ...(await getBatch({ db: tx }, batchId)), publicUrl }
    checkPrint(printed, wish)
    const { of, format } = wish
    const run = { of, ...rangeOf(printed, wish), format, staffId: caller.staffId, at }
    return { status, after: await take(tx, context, { ...run, batch: locked }) }
  })
  const batchKey = await batchKeyOf(context, batchId)
  const file = printFile({ ...batch, publicUrl, batchKey }, wish)
  const password = newPassword(context.random)
  const stream = locked(file, { format: wish.format, password })
  return { stream, name: lockedFileName(batch, wish), type: ZIP_TYPE, password }
}

/** What was given out, for the history: `pdf, cartons, 1 to 40`. */
function printNote({ format, of, from, to }: PrintRequest): string {
  const run = from === undefined && to === undefined ? [] : [`${from ?? 1} to ${to ?? 'the last'}`]
  return [format, ...(of === 'cartons' ? [of] : []), ...run].join(', ')
}
