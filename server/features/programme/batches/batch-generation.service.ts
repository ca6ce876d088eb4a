import type { Context } from '../../../context.ts'
import { sqlState, transaction } from '../../../db/database.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { nextStatus } from './batch-machine.ts'
import { batchById } from './batch-list.queries.ts'
import * as queries from './batches.queries.ts'
import { batchKeyOf } from './batches.service.ts'
import { storeCoupons } from './generation.ts'

const PROGRESS_ROWS = 20_000

/**
 * Makes the coupons of an approved batch. May be run again at any time, also after being killed half
 * way: what is there is kept, and a batch past its approval is left alone. A failure is put on the
 * batch in words and thrown, so that the job is tried again.
 */
export async function generateBatch(
  context: Context,
  batchId: number,
  signal: AbortSignal,
): Promise<void> {
  const { db, connection, log } = context
  const batch = await batchById(db, batchId)
  if (batch?.status !== 'approved') return
  try {
    const batchKey = await batchKeyOf(context, batchId)
    const progress = progressOf(context, batchId)
    const { quantity, cartonSize } = batch
    const onProgress = progress.tell
    const wanted = { batchId, quantity, cartonSize, batchKey }
    await storeCoupons(connection, { ...wanted, onProgress, signal })
    await progress.settled()
    await finish(context, batchId, quantity)
  } catch (error) {
    log.error({ err: error, batchId }, 'batch not generated')
    await queries
      .setFailure(db, batchId, failureOf(error))
      .catch((second) => log.error({ err: second, batchId }, 'failure not recorded'))
    throw error
  }
}

/** Says on the batch that its making was given up, also where the process died without a word. */
export async function giveUpGeneration(
  { db }: Pick<Context, 'db'>,
  batchId: number,
): Promise<void> {
  await queries.giveUp(
    db,
    batchId,
    'The making of the coupons was tried several times and did not end.',
  )
}

/** Writes the progress every some rows, one write at a time, never in the way of the generation. */
function progressOf({ db, log }: Context, batchId: number) {
  let told = 0
  let writing: Promise<void> | null = null
  return {
    tell(done: number): void {
      if (writing || (done > 0 && done - told < PROGRESS_ROWS)) return
      told = done
      writing = queries
        .setProgress(db, batchId, done)
        .catch((error) => log.warn({ err: error, batchId }, 'progress not written'))
        .finally(() => (writing = null))
    },
    async settled(): Promise<void> {
      await writing
    },
  }
}

async function finish({ db, keys, now }: Context, batchId: number, quantity: number) {
  await transaction(db, async (tx) => {
    const batch = await queries.lockBatch(tx, batchId)
    if (batch?.status !== 'approved') return // another run was first
    const status = nextStatus(batch, 'generate')
    await queries.setProgress(tx, batchId, quantity)
    await queries.setStatus(tx, batchId, status)
    await queries.insertCounts(tx, batchId, quantity)
    const at = now()
    await queries.insertEvent(tx, { batchId, at, staffId: null, action: 'generate' })
    await writeAudit(tx, keys, {
      by: null,
      action: 'batch.generated',
      subject: 'coupon_batch',
      subjectId: batchId,
      before: { status: batch.status },
      after: { status, quantity },
      at,
    })
  })
}

const AGAIN = 'Nothing is lost: it is tried again by itself, and you can start it again here.'

function failureOf(error: unknown): string {
  const state = sqlState(error) ?? ''
  if (state.startsWith('53')) return `The database has no room or no connection left. ${AGAIN}`
  if (state === '23505') {
    return 'Coupons of this batch are stored that do not fit it. Ask an engineer to look at the batch.'
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return `The server was stopped while it made the coupons. ${AGAIN}`
  }
  return `The coupons could not be stored. ${AGAIN}`
}
