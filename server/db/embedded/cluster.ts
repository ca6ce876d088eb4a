import { existsSync } from 'node:fs'
import { mkdir, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { findBinaries } from './binaries.ts'
import { type Connection, createDatabase } from './database.ts'
import { EmbeddedDatabaseError, folderTrouble } from './errors.ts'
import { type FileLock, waitForLock } from './file-lock.ts'
import { followOwner, identityFor } from './identity.ts'
import { ensureCluster } from './initialise.ts'
import { runningPostmaster, stopPostmaster, waitUntilGone } from './postmaster.ts'
import { type Site, clusterOf, describeSite, makeSocketDir } from './site.ts'
import { READY_LIMIT_MS, startPostmaster, waitUntilReady } from './start-postmaster.ts'
import { type WalArchive, archiveSettings, prepareArchive } from './wal-archive.ts'

type StartOptions = {
  dataDir: string
  /** PostgreSQL settings over our defaults; an adopted server keeps those it was started with. */
  settings?: Record<string, string>
  /** Where its log is archived; null archives nothing. */
  archive?: WalArchive | null
  /** How long PostgreSQL may take until it is ready, where that is more than a recovery after a crash. */
  readyLimitMs?: number
  log?: (line: string) => void
  /** Called when a program of PostgreSQL has begun its work and there is nothing to do but to wait. */
  onLaunch?: () => void
}

export type EmbeddedCluster = {
  connection: Connection
  how: 'started' | 'adopted'
  createDatabaseIfMissing: (name: string) => Promise<void>
  stop: () => Promise<void>
}

const applicationDatabase = 'hil'
const lockLimitMs = 200_000

/**
 * Starts the embedded PostgreSQL of a data folder, or adopts the one that still runs there after
 * its parent was killed. The database `hil` exists afterwards. The server outlives this process
 * unless `stop` is called. Calling it again heals a server that was killed meanwhile.
 *
 * Throws EmbeddedDatabaseError with a message for the person who started the program.
 */
export async function startEmbedded(options: StartOptions): Promise<EmbeddedCluster> {
  const { settings = {}, log = () => {}, onLaunch = () => {}, archive = null } = options
  const { readyLimitMs = READY_LIMIT_MS } = options
  const dataDir = await prepareFolder(options.dataDir)
  const lock = await lockCluster(dataDir)
  try {
    const identity = await identityFor(clusterOf(dataDir))
    const bare = await describeSite(dataDir, identity, await findBinaries(identity))
    await ensureCluster(bare, onLaunch)
    await prepareArchive(bare, archive)
    const site = await makeSocketDir(bare)
    const archiving = archive === null ? {} : archiveSettings(archive)
    const { how, connection } = await bringUp(site, {
      settings: { ...archiving, ...settings },
      onLaunch,
      readyLimitMs,
    })
    log(`PostgreSQL ${site.binaries.version} ${how} on ${connection.host}`)
    return {
      connection,
      how,
      createDatabaseIfMissing: (name) => createDatabase(connection, name),
      stop: () => stop(dataDir, site.socketDir),
    }
  } catch (error) {
    throw folderTrouble(dataDir, error)
  } finally {
    lock.release()
  }
}

type Up = Pick<EmbeddedCluster, 'how' | 'connection'>
type Launch = Required<Pick<StartOptions, 'settings' | 'onLaunch' | 'readyLimitMs'>>

async function bringUp(site: Site, launch: Launch): Promise<Up> {
  const adopted = await adopt(site)
  if (adopted !== null) {
    try {
      await createDatabase(adopted, applicationDatabase)
      return { how: 'adopted', connection: adopted }
    } catch (error) {
      // It may have been dying when it was found; then it is simply started again.
      if ((await runningPostmaster(site.cluster)) !== null) throw error
    }
  }
  await startPostmaster(site, launch)
  const connection = connectionTo(site.socketDir, site)
  await createDatabase(connection, applicationDatabase)
  return { how: 'started', connection }
}

async function adopt(site: Site): Promise<Connection | null> {
  const running = await runningPostmaster(site.cluster)
  if (running === null) return null
  if (running.state === 'stopping') {
    await waitUntilGone(running.pid)
    return null
  }
  const outcome = await waitUntilReady(site.cluster, async () =>
    (await runningPostmaster(site.cluster)) === null ? 'it ended' : null,
  )
  const ready = await runningPostmaster(site.cluster)
  if (ready === null) return null
  if (outcome !== 'ready') {
    throw new EmbeddedDatabaseError(`PostgreSQL (process ${ready.pid}) is running, but ${outcome}.`)
  }
  if (existsSync(path.join(ready.socketDir, `.s.PGSQL.${site.port}`))) {
    return connectionTo(ready.socketDir, site)
  }
  // Someone cleared /tmp: nothing can reach this server any more, and only a new one makes a new socket.
  await stopPostmaster(ready.pid)
  return null
}

async function stop(dataDir: string, socketDir: string): Promise<void> {
  const lock = await lockCluster(dataDir)
  try {
    const cluster = clusterOf(dataDir)
    const running = await runningPostmaster(cluster)
    if (running !== null) await stopPostmaster(running.pid)
    await rm(socketDir, { recursive: true, force: true })
  } finally {
    lock.release()
  }
}

function connectionTo(host: string, site: Site): Connection {
  return { host, port: site.port, user: 'app', database: applicationDatabase, ssl: false }
}

async function prepareFolder(dataDir: string): Promise<string> {
  try {
    // Others may pass through, as PostgreSQL's account must, but not look around.
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    return await realpath(dataDir)
  } catch (error) {
    throw folderTrouble(dataDir, error)
  }
}

/** One start or stop at a time, among all processes. */
async function lockCluster(dataDir: string): Promise<FileLock> {
  const file = path.join(dataDir, 'postgres.lock')
  try {
    const lock = await waitForLock(file, lockLimitMs)
    if (lock !== null) {
      await followOwner(file)
      return lock
    }
  } catch (error) {
    throw folderTrouble(dataDir, error)
  }
  throw new EmbeddedDatabaseError(
    `Another process has been starting or stopping the database in ${dataDir} for ${lockLimitMs / 1000} s. Look for a hanging start, end it, and try again.`,
  )
}
