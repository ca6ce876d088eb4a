import { open } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Db } from '../../../server/db/database.ts'

const POLL_MS = 10_000
const TAIL_BYTES = 4_000

type Place = { db: Db; url: string; logFile: string }

/**
 * Where everything stands while a request has no answer: what the server says of itself, what the
 * connections to the database do and whom they wait for, and the end of the server's log. It throws
 * nothing: what cannot be had is told.
 */
export async function whereItStands({ db, url, logFile }: Place): Promise<string> {
  const parts = await Promise.all([
    told('readyz', answerOf(`${url}/readyz`)),
    told('pool', poolOf(url)),
    told('database', connectionsOf(db)),
    told('log', tailOf(logFile)),
  ])
  return parts.join('\n')
}

async function told(what: string, words: Promise<string>): Promise<string> {
  return `${what}: ${await words.catch((error: unknown) => `not known, ${String(error)}`)}`
}

async function answerOf(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(POLL_MS) })
  return `${answer.status} ${await answer.text()}`
}

async function poolOf(url: string): Promise<string> {
  const metrics = await answerOf(`${url}/metrics`)
  return metrics
    .split('\n')
    .filter((line) => line.startsWith('hil_pool_'))
    .join(', ')
}

/** Each connection that is at work or holds something, with those that it waits for. */
async function connectionsOf(db: Db): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', pid, application_name, state, wait_event_type, wait_event,
      'for ' || round(extract(epoch from clock_timestamp() - state_change), 1) || ' s',
      'in a transaction for ' || round(extract(epoch from clock_timestamp() - xact_start), 1) || ' s',
      'behind ' || nullif(pg_blocking_pids(pid)::text, '{}'),
      left(regexp_replace(query, '\\s+', ' ', 'g'), 120)) as line
    from pg_stat_activity
    where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()
    order by xact_start`.execute(db)
  return rows.map(({ line }) => `\n  ${line}`).join('') || 'no connection is at work'
}

async function tailOf(file: string): Promise<string> {
  const log = await open(file)
  try {
    const { size } = await log.stat()
    const { buffer, bytesRead } = await log.read({
      buffer: Buffer.alloc(TAIL_BYTES),
      position: Math.max(0, size - TAIL_BYTES),
    })
    return `\n${buffer.toString('utf8', 0, bytesRead)}`
  } finally {
    await log.close()
  }
}
