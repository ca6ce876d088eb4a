import { readFile, readdir, readlink, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedDatabaseError, codeOf } from './errors.ts'
import { isAlive, markOf } from './process-mark.ts'

type PidFile = { pid: number; socketDir: string; state: string }

const stopLimitMs = 60_000
const immediateLimitMs = 5_000

/** What postmaster.pid says; null without the file, pid NaN when it is damaged. */
async function readPidFile(cluster: string): Promise<PidFile | null> {
  try {
    const lines = (await readFile(pidFileOf(cluster), 'utf8')).split('\n')
    const pid = /^\d+$/.test(lines[0] ?? '') ? Number(lines[0]) : Number.NaN
    return { pid, socketDir: lines[4] ?? '', state: lines[7]?.trim() ?? '' }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

/** The running postmaster of this cluster; a zombie, a dead pid or a stranger's pid is none. */
export async function runningPostmaster(cluster: string): Promise<PidFile | null> {
  const file = await readPidFile(cluster)
  return file !== null && (await worksIn(file.pid, cluster)) ? file : null
}

/** Fast shutdown: clients are cut off, everything committed is on disk. Immediate if that takes too long. */
export async function stopPostmaster(pid: number): Promise<void> {
  signal(pid, 'SIGINT')
  if (await isGone(pid, stopLimitMs)) return
  signal(pid, 'SIGQUIT')
  if (await isGone(pid, immediateLimitMs)) return
  throw new EmbeddedDatabaseError(
    `PostgreSQL (process ${pid}) does not stop; look at what it is waiting for, then start again.`,
  )
}

export async function waitUntilGone(pid: number): Promise<void> {
  if (!(await isGone(pid, stopLimitMs))) await stopPostmaster(pid)
}

/**
 * Makes way for a new postmaster. Call only when none runs, and under the start lock. A killed
 * one may leave busy children behind, which would keep its shared memory and so refuse the next;
 * so would a whole server whose pid file someone has deleted.
 * PostgreSQL itself sorts out a pid file with a dead pid; it gives up on one that names a
 * living stranger or an unreaped zombie, and that is what is removed here.
 */
export async function clearRemains(cluster: string): Promise<void> {
  await endOrphans(cluster)
  const file = await readPidFile(cluster)
  if (file === null) return
  if (Number.isNaN(file.pid) || exists(file.pid)) await rm(pidFileOf(cluster), { force: true })
}

/** Ends what a killed parent left running in the folder, initdb's processes as well as PostgreSQL's. */
export async function endOrphans(cluster: string): Promise<void> {
  for (const [kind, limitMs] of [
    ['SIGQUIT', 3_000],
    ['SIGKILL', 10_000],
  ] as const) {
    const orphans = await processesIn(cluster)
    for (const pid of orphans) signal(pid, kind)
    const gone = await Promise.all(orphans.map((pid) => isGone(pid, limitMs)))
    if (gone.every(Boolean)) return
  }
  throw new EmbeddedDatabaseError(
    `Processes of a killed PostgreSQL still use ${cluster} and do not end. Restart the machine or wait for its disk, then start again.`,
  )
}

async function processesIn(cluster: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const found = await Promise.all(
    pids.map(async (pid) => ((await worksIn(pid, cluster)) ? pid : 0)),
  )
  return found.filter((pid) => pid !== 0)
}

/** By its working directory, not its path: the folder may have been moved since. A zombie has none. */
async function worksIn(pid: number, cluster: string): Promise<boolean> {
  try {
    const [program, place, home] = await Promise.all([
      readlink(`/proc/${pid}/exe`),
      stat(`/proc/${pid}/cwd`),
      stat(cluster),
    ])
    const isOurs = /^(postgres|initdb)( \(deleted\))?$/.test(path.basename(program))
    return isOurs && place.dev === home.dev && place.ino === home.ino
  } catch {
    return false
  }
}

async function isGone(pid: number, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs
  const mark = markOf(pid)
  if (mark === null) return true
  while (isAlive(mark)) {
    if (Date.now() >= end) return false
    await pause(10)
  }
  return true
}

function exists(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

function signal(pid: number, kind: NodeJS.Signals): void {
  try {
    process.kill(pid, kind)
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error
  }
}

function pidFileOf(cluster: string): string {
  return path.join(cluster, 'postmaster.pid')
}
