import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo, type CopyToStreamQuery } from 'pg-copy-streams'
import { connectionSettings } from '../../db/database.ts'
import type { XlsxOptions } from '../../lib/xlsx/types.ts'
import { writeXlsx } from '../../lib/xlsx/xlsx.ts'

/** A file takes as long as its reader takes; the usual limit of a statement is for pages. */
export const LONGEST_MINUTES = 15
/** How soon the database sees that nobody listens any more, also amid a sort. */
const LISTENER_CHECK = '2s'

export type ReportFile = {
  /** The rows; no parameters. */
  select: string
  workbook: Omit<XlsxOptions, 'rows'>
  /** What is made of the rows on their way, such as opening what is sealed. */
  change?: (rows: AsyncIterable<Uint8Array>) => XlsxOptions['rows']
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
  { select, workbook, change }: ReportFile,
  outcome: Outcome,
): Promise<Readable> {
  const client = new pg.Client(connectionSettings(connection))
  // Without a listener the end of a connection would end the process; the query reports it anyway.
  client.on('error', () => {})
  const close = () => client.end().catch(() => {})
  try {
    await client.connect()
    const copy = await beginCopy(client, select)
    const file = writeXlsx({ ...workbook, rows: change ? change(copy) : copy })
    const last = lastStep(async () => {
      await client.query('commit')
      await outcome.done(copy.rowCount)
    })
    // A reader who stops reading would hold the snapshot for ever: the database sees only us.
    const signal = AbortSignal.timeout(LONGEST_MINUTES * 60_000)
    void pipeline(file, last, { signal }).then(close, async (error: unknown) => {
      await close()
      await outcome.failed(error)
    })
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

/** Begins the query and waits for its first rows, so that one that cannot run is told as an error. */
async function beginCopy(client: pg.Client, select: string): Promise<CopyToStreamQuery> {
  // A server on Windows has no such check and sees it at its next write.
  await client.query(`set client_connection_check_interval = '${LISTENER_CHECK}'`).catch(() => {})
  await client.query(`set statement_timeout = '${LONGEST_MINUTES}min'`)
  // The last rows may be read long after the database has sent them.
  await client.query(`set idle_in_transaction_session_timeout = '${LONGEST_MINUTES}min'`)
  await client.query('begin isolation level repeatable read read only')
  const copy = client.query(copyTo(`copy (${select}) to stdout`))
  await new Promise<void>((resolve, reject) => {
    copy.once('readable', resolve)
    copy.once('end', resolve)
    // Stays: a connection that breaks after the reader went reports to a stream nobody reads.
    copy.on('error', reject)
  })
  return copy
}
