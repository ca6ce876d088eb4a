import { Readable } from 'node:stream'
import { reportType, type ReportType } from '../../../../contract/insight/reports.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { XLSX_CONTENT_TYPE } from '../../../lib/xlsx/xlsx.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { refuseRole } from './asked.ts'
import { filtersOf } from './filter-words.ts'
import { setApproval } from './held-reports.queries.ts'
import { isHeld } from './held-reports.service.ts'
import { keyContext } from './make-report.service.ts'
import { openSealed, preparedStore } from './prepared-files.ts'
import * as queries from './report-jobs.queries.ts'
import { finishDownload, insertDownload } from './reports.queries.ts'

type Acting = { caller: StaffCaller; origin: Origin }

/**
 * A report that is ready, to whoever asked for it and may have it still. That it is taken is on
 * record before its first byte leaves.
 */
export async function takePreparedReport(
  context: Context,
  { caller, origin, jobId }: Acting & { jobId: string },
): Promise<FileAnswer> {
  const { db, keys, vault } = context
  const at = context.now()
  const found = await queries.jobOf(db, jobId, caller.staffId)
  const known = reportType.safeParse(found?.type)
  if (!found || !known.success || (found.keptUntil && found.keptUntil <= at)) {
    throw notFound('This report')
  }
  const type = known.data
  refuseRole(caller.role, type)
  const { sealedKey, attempt, pieces, rows } = found
  if (found.state !== 'ready' || !sealedKey) {
    throw new AppError('conflict', 'This report is not ready.')
  }
  const key = await vault.open(sealedKey, keyContext(jobId))
  const taking = { type, found, acting: { caller, origin }, at }
  const download = isHeld(context, found, at)
    ? await transaction(db, (tx) => takeApproved(tx, keys, taking))
    : await withinBudget(context, { by: caller, kind: 'rows', amount: rows, at }, (tx) =>
        recordTaking(tx, keys, taking),
      )
  const bytes = openSealed(preparedStore(context), { jobId, attempt, key }, pieces)
  const stream = Readable.from(toTheEnd(context, bytes, { download, rows }), { objectMode: false })
  return { stream, name: `${type}.xlsx`, type: XLSX_CONTENT_TYPE }
}

type Taking = { type: ReportType; found: queries.FoundJob; acting: Acting; at: Date }

/** Takes the approval with the file: the next taking needs another one. */
async function takeApproved(tx: Tx, keys: Context['keys'], taking: Taking): Promise<string> {
  const { found, acting } = taking
  const locked = await queries.lockJobOf(tx, found.jobId, acting.caller.staffId)
  const approvedBy = locked?.state === 'ready' ? locked.approvedBy : null
  if (approvedBy === null) {
    throw new AppError(
      'conflict',
      'A second person approves a file of so many rows before it is taken, each time. They were told.',
    )
  }
  await setApproval(tx, found.jobId, null)
  return recordTaking(tx, keys, taking, { approvedBy })
}

/** That it is taken, in the transaction that lets it be. */
async function recordTaking(
  tx: Tx,
  keys: Context['keys'],
  { type, found, acting: { caller, origin }, at }: Taking,
  approval: { approvedBy?: number } = {},
): Promise<string> {
  const filters = filtersOf(found.filters)
  const id = await insertDownload(tx, { staffId: caller.staffId, type, filters, at })
  const told = { download: id, job: found.jobId, filters, rows: found.rows }
  await writeAudit(tx, keys, {
    by: caller,
    action: 'report.downloaded',
    subject: 'report',
    subjectId: type,
    after: { ...told, fromAddress: origin.address, ...approval },
    requestId: origin.requestId,
    at,
  })
  return id
}

/** The same bytes; what became of the download is written down at their end, or where they end. */
async function* toTheEnd(
  { db, log, now }: Context,
  bytes: AsyncIterable<Buffer>,
  { download, rows }: { download: string; rows: number },
): AsyncGenerator<Buffer> {
  let isWhole = false
  try {
    yield* bytes
    await finishDownload(db, download, { at: now(), rows })
    isWhole = true
  } finally {
    if (!isWhole) {
      await finishDownload(db, download, { at: now(), failed: true }).catch((error: unknown) =>
        log.error({ err: error, download }, 'failed report not recorded'),
      )
    }
  }
}
