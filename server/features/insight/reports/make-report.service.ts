import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { PREPARED_KEPT_DAYS } from '../../../../contract/insight/report-jobs.ts'
import { REPORTS, reportFilters, reportType } from '../../../../contract/insight/reports.ts'
import { dayOf } from '../../../../contract/time.ts'
import type { Context } from '../../../context.ts'
import { transaction } from '../../../db/database.ts'
import type { FileStore } from '../../../lib/file-store.ts'
import { tellStaff } from '../../platform/notices/index.ts'
import { programmeOf, workbookOf, type Asked } from './asked.ts'
import { DEFINITIONS, mayHave, mayPrepare } from './definitions.ts'
import { formatDay, filterWords } from './filter-words.ts'
import { isHeld, tellHeld } from './held-reports.service.ts'
import { keepSealed, preparedStore, removePieces, type PreparedFile } from './prepared-files.ts'
import { openReportFile } from '../../../db/report-file.ts'
import * as queries from './report-jobs.queries.ts'
import { countOfAll, selectOf } from './report.ts'
import { placeNames } from './reports.queries.ts'

const KEY_BYTES = 32
const DAY_MS = 86_400_000
const LONGEST_MINUTES = 120
/** How often it is told how far a file is, and looked whether it is still wanted. */
const TELL_MS = 1_000
const PAGE = '/dashboard/reports'

/** What the key of a report's files is sealed for. */
export const keyContext = (jobId: string) => `report_job:${jobId}:key`

/** Thrown when nobody wants the file any more: it was cancelled, or another attempt has begun. */
class Dropped extends Error {}

/**
 * Makes a report that was asked for, of one snapshot, into the file store. May be run again at any
 * time, also beside itself: each run starts over under a number of its own, only the newest one can
 * end, and its end and the notice of it are one transaction. A failure is thrown, so that the job is
 * tried again.
 */
export async function makeReport(
  context: Context,
  jobId: string,
  signal: AbortSignal,
): Promise<void> {
  const { db, vault } = context
  const key = randomBytes(KEY_BYTES)
  const claimed = await queries.claimJob(db, jobId, await vault.seal(key, keyContext(jobId)))
  if (!claimed) return
  const wanted = wantedOf(claimed)
  if (!wanted) return giveUpReport(context, jobId, NOT_ALLOWED)
  const store = preparedStore(context)
  const { attempt } = claimed
  await removePieces(store, jobId, (other) => other < attempt)
  try {
    await make(context, store, { jobId, attempt, key, wanted, claimed, signal })
  } catch (error) {
    if (!(error instanceof Dropped)) throw error
    await removePieces(store, jobId, (other) => other === attempt)
  }
}

const NOT_ALLOWED = 'Your role may not have this report any more.'

/** What is made; nothing where who asked may not have it any more. */
function wantedOf({ type, filters, role, disabled }: queries.ClaimedJob): Asked | null {
  const known = reportType.safeParse(type)
  const given = reportFilters.safeParse(filters)
  if (!known.success || !given.success || disabled) return null
  if (!mayHave(role, known.data) || !mayPrepare(known.data)) return null
  return { type: known.data, report: DEFINITIONS[known.data], filters: given.data }
}

type Making = PreparedFile & { wanted: Asked; claimed: queries.ClaimedJob; signal: AbortSignal }

async function make(context: Context, store: FileStore, making: Making): Promise<void> {
  const progress: queries.Progress = { rows: 0, rowsInAll: null, pieces: 0, bytes: 0 }
  const watch = watched(context, making, progress)
  try {
    await write(context, store, making, { progress, signal: watch.signal })
  } catch (error) {
    throw watch.dropped() ? new Dropped() : error
  } finally {
    await watch.stop()
  }
  await finish(context, making, progress)
}

/** Writes down how far it is, and ends the work when it is not wanted any more. */
function watched({ db, log }: Context, { signal, ...making }: Making, progress: queries.Progress) {
  const dropped = new AbortController()
  let telling: Promise<void> = Promise.resolve()
  const tell = async () => {
    const isWanted = await queries.setProgress(db, making, progress)
    if (!isWanted) dropped.abort(new Dropped())
  }
  const timer = setInterval(() => {
    telling = telling.then(tell).catch((error: unknown) => {
      log.warn({ err: error, report: making.jobId }, 'progress of a report not written')
    })
  }, TELL_MS)
  return {
    signal: AbortSignal.any([signal, dropped.signal]),
    dropped: () => dropped.signal.aborted,
    async stop() {
      clearInterval(timer)
      await telling
    },
  }
}

type Writing = { progress: queries.Progress; signal: AbortSignal }

async function write(
  context: Context,
  store: FileStore,
  { wanted, claimed, ...file }: Making,
  { progress, signal }: Writing,
): Promise<void> {
  const { report, filters } = wanted
  const programme = programmeOf(context)
  const words = filterWords(filters, await placeNames(context.db, [filters]))
  const stream = await openReportFile(
    context.connection,
    {
      select: selectOf(report, filters, { programme }),
      workbook: workbookOf(wanted, { words, at: programme.now, by: claimed }),
      change: (rows) => counted(rows, progress),
      counting: {
        select: countOfAll(report, filters, programme),
        counted: (rows) => void (progress.rowsInAll = rows),
      },
      minutes: LONGEST_MINUTES,
      signal,
    },
    {
      // Of the database's own count: what was counted on the way is told while it is made.
      done: async (rows) => void (progress.rows = rows),
      failed: async () => {},
    },
  )
  await pipeline(
    stream,
    (bytes: AsyncIterable<Buffer>) =>
      keepSealed(store, file, bytes, (so) => Object.assign(progress, so)),
    { signal },
  )
}

const NEW_LINE = 0x0a

/** Counts the rows of a COPY on their way: each ends with a line feed, and none holds one. */
async function* counted(
  rows: AsyncIterable<Uint8Array>,
  progress: queries.Progress,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of rows) {
    yield bytes
    let count = 0
    for (let at = bytes.indexOf(NEW_LINE); at >= 0; at = bytes.indexOf(NEW_LINE, at + 1)) count += 1
    progress.rows += count
  }
}

/** The file is ready and whoever asked is told: both or neither, and once over all attempts. */
async function finish(
  context: Context,
  { wanted, claimed, ...attempt }: Making,
  progress: queries.Progress,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const at = context.now()
    const keptUntil = new Date(at.getTime() + PREPARED_KEPT_DAYS * DAY_MS)
    if (!(await queries.setProgress(tx, attempt, progress))) throw new Dropped()
    await queries.finishJob(tx, attempt, { at, keptUntil })
    const { rows } = progress
    const held = isHeld(context, progress, at)
    const waits = held ? ' A second person must approve that you take it, and was told.' : ''
    await tellStaff(tx, {
      staffId: claimed.staffId,
      words: `Your report “${REPORTS[wanted.type]}” is ready: ${rowsInWords(rows)}, kept until ${formatDay(dayOf(keptUntil))}.${waits}`,
      link: PAGE,
      at,
    })
    if (held) await tellHeld(tx, claimed, { type: wanted.type, rows, at })
  })
}

const WHOLE = new Intl.NumberFormat('en-IN')
const rowsInWords = (rows: number) => (rows === 1 ? '1 row' : `${WHOLE.format(rows)} rows`)

const GIVEN_UP =
  'It was tried several times and did not come to its end. Choose fewer days or ask for it again.'

/** Says of a report that it was given up, also where the process died without a word. */
export async function giveUpReport(
  context: Context,
  jobId: string,
  words: string = GIVEN_UP,
): Promise<void> {
  const isMine = await transaction(context.db, async (tx) => {
    const at = context.now()
    const keptUntil = new Date(at.getTime() + PREPARED_KEPT_DAYS * DAY_MS)
    const failed = await queries.failJob(tx, jobId, { at, keptUntil, words })
    if (!failed) return false
    const type = reportType.safeParse(failed.type)
    await tellStaff(tx, {
      staffId: failed.staffId,
      words: `Your report “${type.success ? REPORTS[type.data] : failed.type}” could not be made: the reports page says why.`,
      link: PAGE,
      at,
    })
    return true
  })
  if (isMine) await removePieces(preparedStore(context), jobId)
}
