import type { z } from 'zod'
import type {
  bankFiles as bankFilesEndpoint,
  BankFile,
} from '../../../../../contract/money/bank-files.ts'
import { formatPaise } from '../../../../../contract/money.ts'
import type { Context } from '../../../../context.ts'
import { transaction, type Tx } from '../../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../../http/caller.ts'
import { AppError, notFound } from '../../../../lib/app-error.ts'
import { isId, makeStaffChangeId } from '../../../../lib/ids.ts'
import { writeAudit } from '../../../platform/audit/index.ts'
import { approverOf } from '../../../platform/permissions/index.ts'
import { approversOf, checkRedemptions } from '../../redemptions/index.ts'
import { programmeName } from '../../../platform/identity/index.ts'
import { ALERTED } from '../reconcile/alert-words.ts'
import { openAlerts } from '../reconcile/alert.service.ts'
import { bankFileOf, type BankFileFormat } from './bank-file-sheet.ts'
import * as queries from './bank-file.queries.ts'
import type { Left } from '../send/selection.service.ts'
import { claim } from '../dispatch/queue.service.ts'
import { lockedPayment } from '../payment-step.service.ts'
import { whyNotSend } from '../send/sender-rules.ts'
import { openRequest } from '../dispatch/sealed-request.ts'
import { tellPayee } from '../tell-payee.ts'

/** Payments of one file: each of their members is locked while it is made. */
const FILE_MAX = 500

/** Files made for the bank, newest first. */
export async function bankFiles(
  { db }: Pick<Context, 'db'>,
  filters: z.output<NonNullable<typeof bankFilesEndpoint.query>>,
) {
  const page = await queries.filePage(db, filters)
  return { ...page, items: page.items.map(toFile) }
}

function toFile({ madeAt, ...file }: queries.FoundFile): BankFile {
  return { ...file, madeAt: madeAt.toISOString() }
}

type Made = { fileId: string | null; left: Left[]; failed: string[] }

/**
 * Puts what is queued for the bank into a file, at most 500 at once, if it is worth what was confirmed.
 * One transaction: either the whole file is there, or nothing has happened and all is still queued.
 */
export async function makeBankFile(
  context: Context,
  caller: StaffCaller,
  { totalPaise }: { totalPaise: number },
  origin: Origin,
) {
  const made = await transaction(context.db, (tx) => make(tx, context, caller, totalPaise, origin))
  for (const redemptionId of made.failed) tellPayee(context, redemptionId, 'failed')
  const found = made.fileId === null ? undefined : await queries.fileById(context.db, made.fileId)
  return { file: found ? toFile(found) : null, left: made.left }
}

async function make(
  tx: Tx,
  context: Context,
  caller: StaffCaller,
  totalPaise: number,
  { requestId }: Origin,
): Promise<Made> {
  await queries.lockMaking(tx)
  const total = await queries.queuedTotal(tx)
  if (total !== totalPaise) throw changedSince(total, totalPaise)
  const queued = await queries.queuedForBank(tx, FILE_MAX)
  if (queued.length === 0) throw new AppError('conflict', 'Nothing is queued for the bank.')
  const redemptionIds = queued.map(({ redemptionId }) => redemptionId)
  const memberIds = queued.map(({ memberId }) => memberId)
  await queries.lockInOrder(tx, { redemptionIds, memberIds })
  const at = context.now()
  const file = await insertFile(tx, caller, at)
  const claimed = await claimAll(tx, context, { caller, queued, bankFileId: file.fileId })
  const { sums, left, failed } = claimed
  if (sums.payments === 0) {
    await queries.deleteFile(tx, file.fileId)
    return { fileId: null, left, failed }
  }
  await queries.setSums(tx, file.fileId, sums)
  await writeAudit(tx, context.keys, {
    by: { staffId: caller.staffId, role: caller.role },
    action: 'bank_file.make',
    subject: 'bank_file',
    subjectId: file.fileId,
    after: { number: file.number, ...sums, left: left.length },
    requestId,
    at,
  })
  return { fileId: file.fileId, left, failed }
}

type Claiming = { caller: StaffCaller; queued: readonly queries.Queued[]; bankFileId: string }

/** Claims one after the other, in the order in which their tax is taken. */
async function claimAll(tx: Tx, context: Context, { caller, queued, bankFileId }: Claiming) {
  const redemptionIds = queued.map(({ redemptionId }) => redemptionId)
  const checked = await checkRedemptions(tx, context, redemptionIds, { next: true })
  const approver = await approverOf(tx, caller, context.now())
  const approvers = await approversOf(tx, redemptionIds)
  const left: Left[] = []
  const failed: string[] = []
  const sums = { payments: 0, totalPaise: 0 }
  for (const { paymentId, redemptionId, number } of queued) {
    if ((await openAlerts(tx, redemptionId)) > 0) {
      left.push({ redemptionId, number, reason: ALERTED })
      continue
    }
    const why = whyNotSend(approver, approvers.get(redemptionId) ?? [])
    if (why !== null) {
      left.push({ redemptionId, number, reason: why })
      continue
    }
    const locked = await lockedPayment(tx, paymentId)
    if (locked.payment.state !== 'queued') continue
    const check = checked.get(redemptionId)
    const taken = await claim(tx, context, locked, { checked: check, bankFileId })
    if (taken.kind === 'failed') {
      left.push({ redemptionId, number, reason: taken.reason })
      failed.push(redemptionId)
    } else {
      sums.payments += 1
      sums.totalPaise += taken.request.amountPaise
    }
  }
  return { sums, left, failed }
}

function changedSince(total: number, seen: number): AppError {
  const message = `What is queued for the bank is worth ${formatPaise(total)}, not ${formatPaise(seen)}: look again. No file was made.`
  return new AppError('conflict', message, { fields: { totalPaise: message } })
}

async function insertFile(tx: Tx, { staffId }: StaffCaller, at: Date) {
  const number = await queries.nextFileNumber(tx)
  // The sums are set when they are known, before the transaction ends.
  const row = { number, made_at: at, made_by: staffId, payments: 1, total_paise: 1 }
  for (;;) {
    const fileId = makeStaffChangeId(at.getTime())
    if (await queries.insertFile(tx, { bank_file_id: fileId, ...row })) return { fileId, number }
  }
}

/**
 * The file with whole account numbers. Who took it is on record and committed before anything is
 * opened. What is over by then is not in it any more: nobody needs its number.
 */
export async function downloadBankFile(
  context: Context,
  caller: StaffCaller,
  { fileId, format }: { fileId: string; format: BankFileFormat },
  { requestId }: Origin,
) {
  const { vault, keys, now } = context
  const { number, sealed } = await transaction(context.db, async (tx) => {
    const file = isId(fileId) && (await queries.lockFile(tx, fileId))
    if (!file) throw notFound('This file')
    const sealed = await queries.sealedOf(tx, fileId)
    if (sealed.length === 0) {
      const message = `Everything in ${file.number} is over: its account numbers are no longer kept.`
      throw new AppError('conflict', message)
    }
    await queries.countDownload(tx, fileId)
    await writeAudit(tx, keys, {
      by: { staffId: caller.staffId, role: caller.role },
      action: 'bank_file.download',
      subject: 'bank_file',
      subjectId: fileId,
      after: { number: file.number, format, payments: sealed.length, time: file.downloads + 1 },
      requestId,
      at: now(),
    })
    return { number: file.number, sealed }
  })
  const requests = await Promise.all(
    sealed.flatMap(({ paymentId, sealed }) =>
      sealed ? [openRequest(vault, paymentId, sealed)] : [],
    ),
  )
  const programme = await programmeName(context.db)
  return bankFileOf(number, requests, { format, programme })
}
