import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { PreparedReport } from '../../../contract/report-jobs.ts'
import {
  REPORTS,
  reportType,
  type ReportRequest,
  type ReportType,
} from '../../../contract/reports.ts'
import type { Role } from '../../../contract/roles.ts'
import type { Context } from '../../context.ts'
import { transaction, type Tx } from '../../db/database.ts'
import type { Origin, StaffCaller } from '../../http/caller.ts'
import type { FileAnswer } from '../../http/mount.ts'
import { AppError, notFound } from '../../lib/app-error.ts'
import { canonicalJson } from '../../lib/canonical-json.ts'
import { XLSX_CONTENT_TYPE } from '../../lib/xlsx/xlsx.ts'
import { writeAudit } from '../audit/audit.service.ts'
import { withinBudget } from '../data-access/budgets.service.ts'
import { asked, refuseRole } from './asked.ts'
import { mayHave, mayPrepare } from './definitions.ts'
import { filtersOf, filterWords } from './filter-words.ts'
import { keyContext } from './make-report.service.ts'
import { isHeld } from './held-reports.service.ts'
import { openSealed, preparedStore, removePieces } from './prepared-files.ts'
import * as queries from './report-jobs.queries.ts'
import { finishDownload, insertDownload, placeNames } from './reports.queries.ts'

/** Of one person: being made at once, and kept altogether. */
const MOST_MAKING = 3
const MOST_KEPT = 10

type Acting = { caller: StaffCaller; origin: Origin }
type Names = Awaited<ReturnType<typeof placeNames>>

/** What a person has being made and kept, the newest first. */
export async function listPreparedReports(
  { db, now, rules }: Pick<Context, 'db' | 'now' | 'rules'>,
  { staffId, role }: StaffCaller,
): Promise<{ items: PreparedReport[] }> {
  const found = await queries.jobsOf(db, staffId)
  const names = await namesFor(db, found)
  const isKept = ({ keptUntil }: queries.FoundJob) => keptUntil === null || keptUntil > now()
  const showing = { role, names, alone: rules.at(now()).exportAloneRows }
  return { items: found.filter(isKept).flatMap((job) => toPrepared(job, showing) ?? []) }
}

const namesFor = (db: Context['db'], jobs: readonly queries.FoundJob[]) =>
  placeNames(
    db,
    jobs.map(({ filters }) => filtersOf(filters)),
  )

/** Null for a report that there is no more. */
function toPrepared(
  { type, filters, askedAt, keptUntil, approvedBy, ...job }: queries.FoundJob,
  { role, names, alone }: { role: Role; names: Names; alone: number },
): PreparedReport | null {
  const known = reportType.safeParse(type)
  if (!known.success) return null
  const { jobId, state, rows, rowsInAll, bytes, words } = job
  return {
    jobId,
    type: known.data,
    label: REPORTS[known.data],
    filters: filterWords(filtersOf(filters), names),
    state,
    askedAt: askedAt.toISOString(),
    rows,
    rowsInAll,
    bytes,
    keptUntil: keptUntil && keptUntil.toISOString(),
    words,
    approval:
      state !== 'ready' || rows <= alone
        ? 'not needed'
        : approvedBy === null
          ? 'waiting'
          : 'approved',
    mayTake: mayHave(role, known.data),
  }
}

/**
 * Has a report made in the background. The same one asked for again while it is made is that one;
 * so a second click, or a request that is sent again, has no effect.
 */
export async function prepareReport(
  { db, keys, jobs, now, rules }: Context,
  { caller, body, origin }: Acting & { body: ReportRequest },
): Promise<PreparedReport> {
  const { type, filters } = asked(caller.role, body, now())
  if (!mayPrepare(type)) throw notPrepared(REPORTS[type])
  const { staffId } = caller
  const jobId = await transaction(db, async (tx) => {
    await queries.lockAsking(tx, staffId)
    const mine = await queries.jobsOf(tx, staffId)
    const making = mine.filter(({ state }) => state === 'waiting' || state === 'running')
    const asIs = canonicalJson(filters)
    const same = making.find((job) => job.type === type && canonicalJson(job.filters) === asIs)
    if (same) return same.jobId
    refuseMany(making.length, mine.length)
    const made = { jobId: randomUUID(), type, filters, staffId, at: now() }
    await queries.insertJob(tx, made)
    await jobs.send(tx, 'report-make', { reportJobId: made.jobId })
    await writeAudit(tx, keys, {
      by: caller,
      action: 'report.prepared',
      subject: 'report',
      subjectId: type,
      after: { job: made.jobId, filters },
      requestId: origin.requestId,
      at: made.at,
    })
    return made.jobId
  })
  const found = await queries.jobOf(db, jobId, staffId)
  const names = await namesFor(db, found ? [found] : [])
  const showing = { role: caller.role, names, alone: rules.at(now()).exportAloneRows }
  const prepared = found && toPrepared(found, showing)
  if (!prepared) throw notFound('This report')
  return prepared
}

const notPrepared = (label: string) =>
  new AppError(
    'conflict',
    `${label} holds what is kept sealed, so no file of it is kept. Download it directly.`,
  )

function refuseMany(making: number, kept: number): void {
  if (making >= MOST_MAKING) {
    throw new AppError(
      'conflict',
      `${MOST_MAKING} of your reports are still being made. Wait until one is ready, or cancel one.`,
    )
  }
  if (kept >= MOST_KEPT) {
    throw new AppError('conflict', `You have ${MOST_KEPT} prepared reports. Delete one first.`)
  }
}

/** Cancels what is being made and deletes what is ready: after this there is no file of it. */
export async function dropPreparedReport(
  context: Context,
  { caller, origin, jobId }: Acting & { jobId: string },
): Promise<{ message: string }> {
  const dropped = await transaction(context.db, async (tx) => {
    const found = await queries.lockJobOf(tx, jobId, caller.staffId)
    if (!found) throw notFound('This report')
    await queries.deleteJob(tx, jobId)
    await writeAudit(tx, context.keys, {
      by: caller,
      action: 'report.dropped',
      subject: 'report',
      subjectId: found.type,
      before: { job: jobId, state: found.state },
      requestId: origin.requestId,
      at: context.now(),
    })
    return found
  })
  // What a failure leaves here is swept, and nothing opens it: its key is deleted.
  await removePieces(preparedStore(context), jobId).catch((error: unknown) =>
    context.log.warn({ err: error, report: jobId }, 'files of a report wait for the sweep'),
  )
  const wasMade = dropped.state === 'waiting' || dropped.state === 'running'
  return { message: wasMade ? 'The report is cancelled.' : 'The file is deleted.' }
}

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
  await queries.setApproval(tx, found.jobId, null)
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
