import { formatNumber } from '../../../../contract/format.ts'
import { REPORTS, reportType, type ReportRequest } from '../../../../contract/insight/reports.ts'
import type { Context } from '../../../context.ts'
import { tookTooLong } from '../../../db/database.ts'
import type { Origin, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { AppError } from '../../../lib/app-error.ts'
import { takingTurns, type Turns } from '../../../lib/turns.ts'
import { serialToIso } from '../../../lib/xlsx/serial.ts'
import { XLSX_CONTENT_TYPE } from '../../../lib/xlsx/xlsx.ts'
import { writeAudit } from '../../platform/audit/index.ts'
import { withinBudget } from '../../platform/data-access/index.ts'
import { pansByDigest } from '../../people/kyc/index.ts'
import { asked, programmeOf, workbookOf, type Asked } from './asked.ts'
import { DEFINITIONS, reportsFor } from './definitions.ts'
import { filtersOf, filterWords } from './filter-words.ts'
import { withOpened } from './open-pans.ts'
import { LONGEST_MINUTES, openReportFile } from '../../../db/report-file.ts'
import { countOf, countUpTo, selectOf, type Report, type ReportColumn } from './report.ts'
import * as queries from './reports.queries.ts'
import type { RunningDownloads } from './running-downloads.ts'

const PREVIEW_ROWS = 20
/** For the rows and again for their count: whoever needs longer takes the file. */
const PREVIEW_MS = 4_000
const RECENT = 10

/** The reports a person may have, and the last ones that they took. */
export async function listReports({ db }: Pick<Context, 'db'>, caller: StaffCaller) {
  const found = await queries.recentDownloads(db, caller.staffId, RECENT)
  const downloads = found.map((row) => ({ ...row, filters: filtersOf(row.filters) }))
  const names = await queries.placeNames(
    db,
    downloads.map(({ filters }) => filters),
  )
  const recent = downloads.flatMap(({ type, filters, requestedAt, rows, ...row }) => {
    const known = reportType.safeParse(type)
    if (!known.success) return []
    return {
      type: known.data,
      label: REPORTS[known.data],
      at: requestedAt.toISOString(),
      rows,
      filters: filterWords(filters, names),
      outcome: outcomeOf({ ...row, requestedAt }),
    }
  })
  return { reports: reportsFor(caller.role), recent }
}

/** One that never told its end was cut off with the server that made it. */
function outcomeOf(row: { requestedAt: Date; finishedAt: Date | null; failed: boolean }) {
  if (row.failed) return 'failed' as const
  if (row.finishedAt) return 'complete' as const
  const minutes = (Date.now() - row.requestedAt.getTime()) / 60_000
  return minutes > LONGEST_MINUTES + 1 ? ('failed' as const) : ('running' as const)
}

const opensPans = ({ mostDays }: Report) => mostDays !== undefined

function openingPans(context: Context, { columns }: Report) {
  const column = columns.findIndex(({ whole }) => whole !== undefined)
  return (rows: AsyncIterable<Uint8Array>) =>
    withOpened(rows, column, (digests) => pansByDigest(context, digests))
}

/**
 * Previews run on the pool that everybody shares: at most a few of its connections are theirs at a
 * time, and each for seconds at the most.
 */
export function previewTurns(): Turns {
  return takingTurns({
    atOnce: 3,
    waiting: 20,
    full: () =>
      new AppError('unavailable', 'Many previews are being made. Try again in a few seconds.', {
        retryAfterSeconds: 5,
      }),
  })
}

/** The first rows of what the file would hold, and the number of all; null where that takes long. */
export async function previewReport(
  context: Pick<Context, 'db' | 'rules' | 'now'>,
  inTurn: Turns,
  { caller, body }: { caller: StaffCaller; body: ReportRequest },
) {
  const { report, filters } = asked(caller.role, body, context.now())
  const programme = programmeOf(context)
  const select = selectOf(report, filters, { programme })
  const count = countOf(report, filters, programme)
  const found = await inTurn(() =>
    queries
      .firstRows(context.db, { select, count, limit: PREVIEW_ROWS, withinMs: PREVIEW_MS })
      .catch((error: unknown) => {
        throw tookTooLong(error) ? longPreview(error) : error
      }),
  )
  return {
    columns: report.columns.map(({ header, type }) => ({ header, type })),
    rows: found.rows.map((row) =>
      report.columns.map((column, index) => shown(column, row[`c${index}`])),
    ),
    count: found.count,
  }
}

function longPreview(cause: unknown): AppError {
  const sentence =
    'This preview takes too long. Choose fewer days or other filters, or download the file: it has more time.'
  // Not 408: a browser sends the request of such an answer again by itself.
  return new AppError('too_large', sentence, { cause })
}

function shown({ type }: ReportColumn, value: unknown): string | number | null {
  if (value === null || value === undefined) return null
  if (type === 'text') return typeof value === 'string' ? value : JSON.stringify(value)
  const number = Number(value)
  return type === 'date' || type === 'datetime' ? serialToIso(number, type === 'datetime') : number
}

/** The report as a spreadsheet, streamed; who took it with which filters is audited before. */
export async function downloadReport(
  context: Context,
  running: RunningDownloads,
  { caller, body, origin }: { caller: StaffCaller; body: ReportRequest; origin: Origin },
): Promise<FileAnswer> {
  const wanted = asked(caller.role, body, context.now())
  const { type, report, filters } = wanted
  const free = running.take(caller.staffId)
  try {
    const at = context.now()
    const programme = programmeOf(context)
    const words = filterWords(filters, await queries.placeNames(context.db, [filters]))
    const alone = context.rules.at(at).exportAloneRows
    const recorded: { id: string | null } = { id: null }
    const stream = await openReportFile(
      context.connection,
      {
        select: selectOf(report, filters, { programme, opened: opensPans(report) }),
        ...(opensPans(report) && { change: openingPans(context, report) }),
        workbook: workbookOf(wanted, { words, at, by: caller }),
        counting: {
          select: countUpTo(report, filters, { programme, most: alone }),
          async counted(rows) {
            if (rows === null) throw longCount()
            if (rows > alone) throw tooManyAlone(report, alone)
            recorded.id = await recordDownload(context, wanted, { caller, origin, at, rows })
          },
        },
      },
      outcomeOn(context, recorded, free),
    )
    return { stream, name: `${type}.xlsx`, type: XLSX_CONTENT_TYPE }
  } catch (error) {
    free()
    throw error
  }
}

const longCount = () =>
  new AppError(
    'too_large',
    'It takes too long to count the rows of this report. Choose fewer days or other filters, or have it prepared in the background.',
  )

function tooManyAlone(report: Report, alone: number): AppError {
  const many = `This report has more than ${formatNumber(alone)} rows, which one person does not take alone.`
  const way = opensPans(report)
    ? 'It holds what is kept sealed: choose fewer days.'
    : 'Have it prepared in the background: a second person approves it before you take it.'
  return new AppError('conflict', `${many} ${way}`)
}

type Downloading = { caller: StaffCaller; origin: Origin; at: Date; rows: number }

/** Takes the rows from the budget of the day and puts the download on record: both or neither. */
function recordDownload(
  context: Context,
  { type, filters }: Asked,
  { caller, origin, at, rows }: Downloading,
): Promise<string> {
  const { keys } = context
  return withinBudget(context, { by: caller, kind: 'rows', amount: rows, at }, async (tx) => {
    const id = await queries.insertDownload(tx, { staffId: caller.staffId, type, filters, at })
    await writeAudit(tx, keys, {
      by: caller,
      action: 'report.downloaded',
      subject: 'report',
      subjectId: type,
      after: { download: id, filters, rows, fromAddress: origin.address },
      requestId: origin.requestId,
      at,
    })
    if (opensPans(DEFINITIONS[type])) {
      await writeAudit(tx, keys, {
        by: caller,
        action: 'kyc.pans_revealed',
        subject: 'report',
        subjectId: type,
        after: { download: id, filters, fromAddress: origin.address },
        reason: 'For filing the tax return',
        requestId: origin.requestId,
        at,
      })
    }
    return id
  })
}

/** Of a download that was not recorded nothing has left, and there is nothing to write down. */
function outcomeOn({ db, log }: Context, recorded: { id: string | null }, free: () => void) {
  return {
    async done(rows: number) {
      if (recorded.id !== null) {
        await queries.finishDownload(db, recorded.id, { at: new Date(), rows })
      }
      free()
    },
    async failed(cause: unknown) {
      free()
      const { id } = recorded
      if (id === null) return
      log.warn({ err: cause, download: id }, 'report not delivered')
      try {
        await queries.finishDownload(db, id, { at: new Date(), failed: true })
      } catch (reason) {
        log.error({ err: reason, download: id }, 'failed report not recorded')
      }
    },
  }
}
