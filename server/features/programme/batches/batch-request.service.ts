import type { z } from 'zod'
import type { BatchDetail, batchRequest } from '../../../../contract/programme/batches.ts'
import { dayOf, endOfDay } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError } from '../../../lib/app-error.ts'
import { refuseStale, writeAudit } from '../../platform/audit/index.ts'
import { nextStatus } from './batch-machine.ts'
import * as queries from './batches.queries.ts'
import { approvalsFor, checkRequest, getBatch, lockedBatch } from './batches.service.ts'
import { stateName } from '../../../../contract/india.ts'
import { formatDay } from '../../../../contract/format.ts'
import type { FieldWords } from '../../../lib/change-words.ts'

/** What the fields of a request are called. */
const REQUEST_WORDS: FieldWords = {
  labels: {
    plantId: 'Plant',
    productId: 'Product',
    quantity: 'Coupons',
    points: 'Points',
    expiresOn: 'Expiry',
    qrForm: 'QR form',
    sentToState: 'Sent to',
    cartonSize: 'Packs in a carton',
    note: 'Note',
  },
  show: (name, value) => {
    if (name === 'sentToState') return stateName(Number(value))
    return name === 'expiresOn' ? formatDay(String(value)) : String(value)
  },
}

/** Refuses a change by anybody but the person who asked for the batch, or after an approval. */
export async function checkOwnRequest(
  tx: Tx,
  { batchId, requestedBy }: queries.LockedBatch,
  caller: StaffCaller,
): Promise<void> {
  if (requestedBy !== caller.staffId) {
    const sentence = `Only the person who asked for batch ${batchId} can change or withdraw the request.`
    throw new AppError('conflict', sentence)
  }
  const approvers = await queries.approversOf(tx, batchId)
  if (approvers.length > 0) {
    const sentence = `Batch ${batchId} has an approval already. It can be rejected, and asked for again.`
    throw new AppError('conflict', sentence)
  }
}

type Changed = { batchId: number; version: number } & z.output<typeof batchRequest>

/** Changes what was asked for. The history keeps that it changed, the audit trail what it was before. */
export async function changeRequest(
  context: Context,
  caller: StaffCaller,
  { batchId, version: seen, ...body }: Changed,
  origin: Origin,
): Promise<BatchDetail> {
  const { db, keys, now } = context
  const at = now()
  const expiresAt = endOfDay(body.expiresOn)
  const { note, ...wanted } = body
  return transaction(db, async (tx) => {
    const batch = await lockedBatch(tx, batchId)
    nextStatus(batch, 'withdraw')
    await checkOwnRequest(tx, batch, caller)
    const { version } = await getBatch({ db: tx }, batchId)
    const subject = { subject: 'coupon_batch', subjectId: batchId, words: REQUEST_WORDS }
    await refuseStale(tx, { ...subject, seen, version })
    await checkRequest(tx, body, expiresAt <= at)
    const before = await queries.requestOf(tx, batchId)
    await queries.updateRequest(tx, batchId, {
      ...wanted,
      expiresAt,
      note: note || null,
      approvalsNeeded: approvalsFor(context, wanted.quantity),
    })
    await queries.insertEvent(tx, { batchId, at, staffId: caller.staffId, action: 'change' })
    await writeAudit(tx, keys, {
      by: caller,
      action: 'batch.request-changed',
      subject: 'coupon_batch',
      subjectId: batchId,
      before: { ...before, expiresOn: dayOf(before.expiresAt), expiresAt: undefined },
      after: { ...wanted, note: note || null, version: version + 1 },
      requestId: origin.requestId,
      at,
    })
    return getBatch({ db: tx }, batchId)
  })
}
