import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'
import { connectionSettings, tookTooLong } from './database.ts'
import type { XlsxOptions } from '../lib/xlsx/types.ts'
import { writeXlsx } from '../lib/xlsx/xlsx.ts'

/** A file takes as long as its reader takes; the usual limit of a statement is for pages. */
export const LONGEST_MINUTES = 15
/** How soon the database sees that nobody listens any more, also during a sort. */
const LISTENER_CHECK = '2s'
const LONGEST_COUNT = '30s'

export type ReportFile = {
  /** The rows; no parameters. */
  select: string
  workbook: Omit<XlsxOptions, 'rows'>
  /** What is made of the rows on their way, such as opening what is sealed. */
  change?: (rows: AsyncIterable<Uint8Array>) => XlsxOptions['rows']
  /**
   * What counts the rows of the same snapshot before they come; null where that takes too long. Where
   * it throws there is no file.
   */
  counting?: { select: string; counted(rows: number | null): void | Promise<void> }
  /** For how long it may be made; LONGEST_MINUTES when not said. */
  minutes?: number
  /** Gives it up, also before its first row. */
  signal?: AbortSignal
}

/** What became of a file. Called once; the file ends only when `done` has. */
export type Outcome = {
  done(rows: number): Promise<void>
  failed(error: unknown): Promise<void>
}

/**
 * A spreadsheet of one snapshot as a stream, made while it is read, on a connection of its own. Its
 * memory does not grow with the rows. A failure before the first row rejects; one later, or a reader
 * that goes, destroys the stream and closes the connection, which ends the query.
 */
export async function openReportFile(
  connection: pg.ClientConfig,
  { select, workbook, change, counting, minutes = LONGEST_MINUTES, signal }: ReportFile,
  outcome: Outcome,
): Promise<Readable> {
  const client = new pg.Client(connectionSettings(connection))
  // Without a listener the end of a connection would end the process; the query reports it anyway.
  client.on('error', () => {})
  const close = () => {
    signal?.removeEventListener('abort', giveUp)
    return client.end().catch(() => {})
  }
  const giveUp = () => void close()
  signal?.addEventListener('abort', giveUp)
  try {
    signal?.throwIfAborted()
    await client.connect()
    await beginSnapshot(client, minutes)
    if (counting) await counting.counted(await countWithin(client, counting.select))
    const copy = await beginCopy(client, select)
    const file = writeXlsx({ ...workbook, rows: change ? change(copy) : copy })
    const last = lastStep(async () => {
      await client.query('commit')
      await outcome.done(copy.rowCount)
    })
    // A reader who stops reading would hold the snapshot for ever: the database sees only us.
    const ends = [AbortSignal.timeout(minutes * 60_000), ...(signal ? [signal] : [])]
    void pipeline(file, last, { signal: AbortSignal.any(ends) }).then(
      close,
      async (error: unknown) => {
        await close()
        await outcome.failed(error)
      },
    )
    return last
  } catch (error) {
    await close()
    await outcome.failed(error)
    throw error
  }
}

/** Passes the bytes on; the end waits for `settle`, and where that fails so does the stream. */
function lastStep(settle: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk, _encoding, pass) => pass(null, chunk),
    flush: (pass) => {
      settle().then(
        () => pass(),
        (error: unknown) => pass(error instanceof Error ? error : new Error(String(error))),
      )
    },
  })
}

async function beginSnapshot(client: pg.Client, minutes: number): Promise<void> {
  // A server on Windows has no such check and sees it at its next write.
  await client.query(`set client_connection_check_interval = '${LISTENER_CHECK}'`).catch(() => {})
  await client.query(`set statement_timeout = '${minutes}min'`)
  // The last rows may be read long after the database has sent them.
  await client.query(`set idle_in_transaction_session_timeout = '${minutes}min'`)
  await client.query('begin isolation level repeatable read read only')
}

async function countWithin(client: pg.Client, select: string): Promise<number | null> {
  await client.query('savepoint counting')
  await client.query(`set local statement_timeout = '${LONGEST_COUNT}'`)
  const counted = await client.query<{ count: number }>(select).catch((error: unknown) => {
    if (!tookTooLong(error)) throw error
    return null
  })
  // Takes the limit back too; the snapshot stays.
  await client.query('rollback to savepoint counting')
  return counted === null ? null : (counted.rows[0]?.count ?? 0)
}

/** Begins the query and waits for its first rows, so that one that cannot run is told as an error. */
async function beginCopy(client: pg.Client, select: string): Promise<CopyToStreamQuery> {
  const copy = client.query(copyTo(`copy (${select}) to stdout`))
  await new Promise<void>((resolve, reject) => {
    copy.once('readable', resolve)
    copy.once('end', resolve)
    // Stays: a connection that breaks after the reader went reports to a stream nobody reads.
    copy.on('error', reject)
  })
  return copy
}
