import type { z } from 'zod'
import type {
  batchRequest,
  BatchDetail,
  BatchListQuery,
} from '../../../../contract/programme/batches.ts'
import { endOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, invalidField, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { plantToChoose } from '../../people/plants/index.ts'
import { productToChoose } from '../products/index.ts'
import { batchKeyContext } from './batch-keys.service.ts'
import { batchById, listBatches as listOf } from './batch-list.queries.ts'
import * as queries from './batches.queries.ts'

export type LockedBatch = queries.LockedBatch
type NewRequest = z.output<typeof batchRequest>

/** The key that a batch's codes come from: 32 bytes. */
export async function batchKeyOf(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  batchId: number,
): Promise<Buffer> {
  const sealed = await queries.sealedKeyOf(db, batchId)
  if (!sealed) throw notFound(`Batch ${batchId}`)
  return keys.open(sealed, batchKeyContext(batchId))
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

/** A batch with its history, or 404. */
export async function getBatch({ db }: { db: Db | Tx }, batchId: number): Promise<BatchDetail> {
  const batch = await batchById(db, batchId)
  if (!batch) throw notFound(`Batch ${batchId}`)
  const events = await queries.eventsOf(db, batchId)
  return {
    ...batch,
    approvedByIds: events.flatMap(({ action, staffId }) =>
      action === 'approve' && staffId !== null ? [staffId] : [],
    ),
    version: events.filter(({ action }) => action === 'change').length,
    events: events.map(({ at, by, action, note }) => ({ at, by, action, note })),
    changes: await queries.changesOf(db, batchId),
  }
}

/** What happened to a batch, oldest first. */
export async function batchEvents(db: Db, batchId: number) {
  return queries.eventsOf(db, batchId)
}

/** How many people approve a batch: from a size on, which is a rule, it needs two. */
export function approvalsFor(
  { rules, now }: Pick<Context, 'rules' | 'now'>,
  quantity: number,
): 1 | 2 {
  return quantity >= rules.at(now()).batchSecondApprovalFrom ? 2 : 1
}

/** Asks for a batch. */
export async function requestBatch(
  context: Context,
  caller: StaffCaller,
  body: NewRequest,
  origin: Origin,
): Promise<BatchDetail> {
  const { db, keys, now, random } = context
  const at = now()
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
      approvalsNeeded: approvalsFor(context, wanted.quantity),
      sealedKey: keys.seal(random(32), batchKeyContext(batchId)),
      requestedBy: caller.staffId,
    })
    const event = { batchId, at, staffId: caller.staffId, action: 'request', note }
    await queries.insertEvent(tx, event)
    const made = await getBatch({ db: tx }, batchId)
    await writeAudit(tx, keys, {
      by: caller,
      action: 'batch.requested',
      subject: 'coupon_batch',
      subjectId: batchId,
      after: wanted,
      reason: note || undefined,
      requestId: origin.requestId,
      at,
    })
    return made
  })
}

/** Refuses a request for what is not there, or for coupons that are over already. */
export async function checkRequest(
  tx: Tx,
  { plantId, productId, qrForm }: Pick<NewRequest, 'plantId' | 'productId' | 'qrForm'>,
  ended: boolean,
): Promise<void> {
  const plant = await plantToChoose(tx, plantId)
  const product = await productToChoose(tx, productId)
  const fields: Record<string, string> = {}
  if (!plant) fields.plantId = 'This plant is not known. Choose one of the list.'
  else if (plant.leftAt) fields.plantId = `${plant.name} is deactivated: it gets no new batches.`
  if (!product) fields.productId = 'This product is not known. Choose one of the list.'
  else if (product.leftAt) {
    fields.productId = `${product.name} is deactivated: it gets no new batches.`
  } else if (qrForm === 'gs1' && product.gtin === null) {
    fields.qrForm = `${product.name} has no GTIN, and a GS1 Digital Link begins with it. Choose the web address, or enter the product's GTIN first.`
  }
  if (ended) fields.expiresOn = 'This day is over. Coupons must expire in the future.'
  const [first] = Object.values(fields)
  if (first) throw new AppError('invalid', first, { fields })
}
