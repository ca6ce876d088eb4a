import { Socket } from 'node:net'
import pg from 'pg'

/** A client that heard nothing for so long makes us ask whether the database is there at all. */
const SILENT_MS = 15_000
const POLLS_A_SILENCE = 6

type LastHeard = { at: number; bytes: number }

/**
 * A network that swallows everything tells nobody. The time limits of statements are kept by the
 * database, which is not there, and the system gives a connection up after a quarter of an hour. So
 * where clients of a pool hear nothing for long, and `isThere` gets no answer on a new connection
 * either, theirs are ended: what they were asked fails now, and there is room as soon as it is back.
 */
export function endSilentClients(
  pool: pg.Pool,
  isThere: () => Promise<boolean>,
  silentMs = SILENT_MS,
): void {
  const busy = new Map<pg.PoolClient, LastHeard>()
  let timer: NodeJS.Timeout | null = null
  let asking = false
  const look = async () => {
    if (busy.size === 0 && timer !== null) {
      clearInterval(timer)
      timer = null
    }
    const silent = [...busy].filter(([client, heard]) => silenceOf(client, heard) > silentMs)
    if (silent.length === 0 || asking) return
    asking = true
    const there = await isThere().finally(() => (asking = false))
    for (const [client, heard] of silent) {
      // It is there, and at work on what it was asked: the next question comes as much later.
      if (there) heard.at = performance.now()
      else if (busy.get(client) === heard && silenceOf(client, heard) > silentMs) end(client)
    }
  }
  pool.on('acquire', (client) => {
    busy.set(client, { at: performance.now(), bytes: bytesFor(client) })
    timer ??= setInterval(() => void look(), silentMs / POLLS_A_SILENCE).unref()
  })
  pool.on('release', (_error, client) => busy.delete(client))
}

/** For how long a client has heard nothing, in milliseconds. */
function silenceOf(client: pg.PoolClient, heard: LastHeard): number {
  const now = performance.now()
  const bytes = bytesFor(client)
  if (bytes !== heard.bytes) Object.assign(heard, { at: now, bytes })
  return now - heard.at
}

function socketOf(client: pg.PoolClient): Socket | null {
  const stream = client instanceof pg.Client ? client.connection.stream : null
  return stream instanceof Socket ? stream : null
}

const bytesFor = (client: pg.PoolClient) => socketOf(client)?.bytesRead ?? 0

function end(client: pg.PoolClient): void {
  socketOf(client)?.destroy(new Error('Connection terminated: the database says nothing.'))
}
