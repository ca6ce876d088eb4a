import { spawn } from 'node:child_process'
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedDatabaseError, messageOf, ownServerAdvice } from './errors.ts'
import { followOwner } from './identity.ts'
import { clearRemains, runningPostmaster } from './postmaster.ts'
import { postgresEnvironment } from './run.ts'
import { postmasterArguments } from './settings.ts'
import { type Site, wayInto } from './site.ts'

// Recovery after a crash replays at most max_wal_size; this leaves it a slow disk.
export const READY_LIMIT_MS = 180_000
const logLimitBytes = 20_000_000

type Launch = { settings: Record<string, string>; onLaunch: () => void; readyLimitMs: number }

/** Starts a postmaster that outlives this process, and waits until it takes connections. */
export async function startPostmaster(
  site: Site,
  { settings, onLaunch, readyLimitMs }: Launch,
): Promise<void> {
  await clearRemains(site.cluster)
  // Only a killed server leaves these, and a pid in the lock file may by now be a stranger's.
  for (const rest of ['', '.lock']) {
    await rm(path.join(site.socketDir, `.s.PGSQL.${site.port}${rest}`), { force: true })
  }
  const log = await openLog(site.logFile)
  try {
    const { size: before } = await log.stat()
    const child = launch(site, settings, log.fd)
    onLaunch()
    const outcome = await waitUntilReady(site.cluster, () => child.ended, readyLimitMs)
    if (outcome !== 'ready') {
      throw new EmbeddedDatabaseError(failure(site, outcome, await tail(log, before)))
    }
  } finally {
    await log.close()
  }
}

/** Polls the state line of postmaster.pid, as pg_ctl does. The answer is 'ready' or why it is not. */
export async function waitUntilReady(
  cluster: string,
  ended: () => string | null | Promise<string | null>,
  readyLimitMs = READY_LIMIT_MS,
): Promise<string> {
  const limit = Date.now() + readyLimitMs
  while (Date.now() < limit) {
    const end = await ended()
    if (end !== null) return end
    if ((await runningPostmaster(cluster))?.state === 'ready') return 'ready'
    await pause(10)
  }
  return `it is not ready after ${readyLimitMs / 1000} s and may still be recovering, so start again later`
}

type Launched = { ended: string | null }

function launch(site: Site, settings: Record<string, string>, log: number): Launched {
  const { cwd, dataArgument } = wayInto(site, site.cluster)
  const child = spawn(
    site.binaries.postgres,
    ['-D', dataArgument, ...postmasterArguments(site, settings)],
    {
      cwd,
      env: postgresEnvironment,
      // A session of its own: Ctrl-C is for the program, which then stops the database in order.
      detached: true,
      stdio: ['ignore', log, log],
      ...(site.identity && { uid: site.identity.uid, gid: site.identity.gid }),
    },
  )
  const launched: Launched = { ended: null }
  child.once('error', (error) => (launched.ended = messageOf(error)))
  child.once(
    'exit',
    (code, signal) => (launched.ended = `it ended with ${signal ?? `code ${code}`}`),
  )
  child.unref()
  return launched
}

async function openLog(file: string): Promise<FileHandle> {
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > logLimitBytes) await rename(file, `${file}.1`)
  const log = await open(file, 'a+', 0o600)
  await followOwner(file)
  return log
}

async function tail(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat()
  const length = Math.min(size - from, 16_384)
  const { buffer } = await log.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8')
}

function failure(site: Site, outcome: string, log: string): string {
  if (/No space left|could not write.*disk/i.test(log)) {
    return `PostgreSQL does not start because the disk of ${site.dataDir} is full. Free some space and start again; nothing is lost.`
  }
  const reasons = log.split('\n').filter((line) => /FATAL|PANIC|ERROR|HINT/.test(line))
  const said = reasons.slice(-3).join(' ') || log.trim().split('\n').slice(-3).join(' ')
  return `PostgreSQL does not start on ${site.cluster}: ${outcome}. ${said} The whole log is ${site.logFile}; to go on without it, ${ownServerAdvice}.`
}
