import { formatNumber } from '../../../../contract/format.ts'
import type { HeldReport } from '../../../../contract/insight/report-jobs.ts'
import { REPORTS, reportType, type ReportType } from '../../../../contract/insight/reports.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { approverOf, refuseNoSecond, whyNoSecond } from '../../platform/permissions/index.ts'
import { tellOthersWith, tellStaff } from '../../platform/notices/index.ts'
import { refuseRole } from './asked.ts'
import { mayHave } from './definitions.ts'
import { filtersOf, filterWords } from './filter-words.ts'
import { preparedStore, removePieces } from './prepared-files.ts'
import * as queries from './held-reports.queries.ts'
import type { FoundJob } from './report-jobs.queries.ts'
import { placeNames } from './reports.queries.ts'

const PAGE = '/dashboard/reports'

type Deciding = { caller: StaffCaller; origin: Origin; jobId: string; note?: string | undefined }

/** Whether a file has more rows than one person exports by the rule of a moment. */
export const isHeld = (
  { rules }: Pick<Context, 'rules'>,
  { rows }: { rows: number },
  at: Date,
): boolean => rows > rules.at(at).exportAloneRows

/** Tells those who approve that a file waits for one of them. */
export async function tellHeld(
  tx: Tx,
  by: { staffId: number; name: string },
  { type, rows, at }: { type: ReportType; rows: number; at: Date },
): Promise<void> {
  const words = `${by.name} asks for the report “${REPORTS[type]}” with ${formatNumber(rows)} rows: it waits for a second person.`
  await tellOthersWith(tx, by, 'staff.manage', { words, link: PAGE, at })
}

/** The files of others that wait for a second person, of the reports that I may have. */
export async function listHeldReports(
  { db, rules, now }: Pick<Context, 'db' | 'rules' | 'now'>,
  { staffId, role }: StaffCaller,
): Promise<{ items: HeldReport[] }> {
  const at = now()
  const rows = rules.at(at).exportAloneRows
  const found = await queries.heldFor(db, { staffId, rows, at })
  const names = await placeNames(
    db,
    found.map(({ filters }) => filtersOf(filters)),
  )
  const approver = await approverOf(db, { staffId }, at)
  const items = found.flatMap(({ askedByName, ...job }) => {
    const known = reportType.safeParse(job.type)
    if (!known.success || !mayHave(role, known.data) || job.keptUntil === null) return []
    return {
      jobId: job.jobId,
      type: known.data,
      label: REPORTS[known.data],
      filters: filterWords(filtersOf(job.filters), names),
      askedBy: { staffId: job.askedBy, name: askedByName },
      askedAt: job.askedAt.toISOString(),
      rows: job.rows,
      keptUntil: job.keptUntil.toISOString(),
      whyNot: whyNoSecond(approver, [job.askedBy]),
    }
  })
  return { items }
}

/** Lets whoever asked take the file once. */
export async function approveHeldReport(
  context: Context,
  deciding: Deciding,
): Promise<{ message: string }> {
  const at = context.now()
  const { caller, jobId } = deciding
  await transaction(context.db, async (tx) => {
    const job = await lockHeld(tx, context, { ...deciding, at })
    if (job.approvedBy !== null) throw new AppError('conflict', 'This report is approved already.')
    await queries.setApproval(tx, jobId, { staffId: caller.staffId, at })
    const words = `Your report “${REPORTS[job.type]}” was approved: you can take it once.`
    await tellStaff(tx, { staffId: job.askedBy, words, link: PAGE, at })
    await audit(tx, context, deciding, { action: 'report.approved', job, at })
  })
  return { message: 'Approved: the report can be taken once.' }
}

/** Rejects it: the file is deleted, and whoever asked is told why. */
export async function rejectHeldReport(
  context: Context,
  deciding: Deciding & { note: string },
): Promise<{ message: string }> {
  const at = context.now()
  const { jobId, note } = deciding
  await transaction(context.db, async (tx) => {
    const job = await lockHeld(tx, context, { ...deciding, at })
    const words = `A second person rejected it: ${note}`
    await queries.setApproval(tx, jobId, null)
    await queries.rejectJob(tx, jobId, words)
    const told = `Your report “${REPORTS[job.type]}” was rejected: the reports page says why.`
    await tellStaff(tx, { staffId: job.askedBy, words: told, link: PAGE, at })
    await audit(tx, context, deciding, { action: 'report.rejected', job, at })
  })
  // What a failure leaves here is swept, and nothing opens it: its key is deleted.
  await removePieces(preparedStore(context), jobId).catch((error: unknown) =>
    context.log.warn({ err: error, report: jobId }, 'files of a report wait for the sweep'),
  )
  return { message: 'The report is rejected and its file deleted.' }
}

type Held = FoundJob & { type: ReportType }

/** A file that waits, held to the end of the transaction, to whom this person is a second one. */
async function lockHeld(
  tx: Tx,
  context: Context,
  { caller, jobId, at }: Deciding & { at: Date },
): Promise<Held> {
  const job = await queries.lockReady(tx, jobId)
  const known = reportType.safeParse(job?.type)
  const isKept = job?.keptUntil && job.keptUntil > at
  if (!job || !known.success || !isKept || !isHeld(context, job, at)) {
    throw notFound('This report')
  }
  refuseRole(caller.role, known.data)
  if (job.askedBy === caller.staffId) {
    throw new AppError('conflict', 'You asked for this report: somebody else decides.')
  }
  await refuseNoSecond(tx, caller, [job.askedBy], at)
  return { ...job, type: known.data }
}

type Decision = { action: 'report.approved' | 'report.rejected'; job: Held; at: Date }

function audit(
  tx: Tx,
  { keys }: Pick<Context, 'keys'>,
  { caller, origin, jobId, note }: Deciding,
  { action, job, at }: Decision,
): Promise<void> {
  return writeAudit(tx, keys, {
    by: caller,
    action,
    subject: 'report',
    subjectId: job.type,
    after: { job: jobId, rows: job.rows, askedBy: job.askedBy, filters: filtersOf(job.filters) },
    reason: note,
    requestId: origin.requestId,
    at,
  })
}
