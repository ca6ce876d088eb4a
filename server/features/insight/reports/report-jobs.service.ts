import { randomUUID } from 'node:crypto'
import type { PreparedReport } from '../../../../contract/insight/report-jobs.ts'
import { REPORTS, reportType, type ReportRequest } from '../../../../contract/insight/reports.ts'
import type { Role } from '../../../../contract/roles.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import { AppError, notFound } from '../../../lib/app-error.ts'
import { canonicalJson } from '../../../lib/canonical-json.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { asked } from './asked.ts'
import { mayHave, mayPrepare } from './definitions.ts'
import { filtersOf, filterWords } from './filter-words.ts'
import { preparedStore, removePieces } from './prepared-files.ts'
import * as queries from './report-jobs.queries.ts'
import { placeNames } from './reports.queries.ts'

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
