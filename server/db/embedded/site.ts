import { createHash } from 'node:crypto'
import { chmod, lchown, lstat, mkdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Binaries } from './binaries.ts'
import { EmbeddedDatabaseError, codeOf } from './errors.ts'
import { type Identity, canReach } from './identity.ts'

/** Everything the supervisor knows about one cluster. */
export type Site = {
  dataDir: string
  cluster: string
  logFile: string
  socketDir: string
  port: number
  identity: Identity | null
  binaries: Binaries
  isReachable: boolean
}

// The number only names the socket file; it is fixed so that a PGPORT in someone's shell changes nothing.
const port = 5432

export async function describeSite(
  dataDir: string,
  identity: Identity | null,
  binaries: Binaries,
): Promise<Site> {
  return {
    dataDir,
    cluster: clusterOf(dataDir),
    logFile: logFileOf(dataDir),
    socketDir: '',
    port,
    identity,
    binaries,
    isReachable: await canReach(identity, dataDir),
  }
}

/** What the server says, from its first start on. */
export function logFileOf(dataDir: string): string {
  return path.join(dataDir, 'postgres.log')
}

export function clusterOf(dataDir: string): string {
  return path.join(dataDir, 'postgres')
}

/**
 * Where a program is started and how it is told of the folder. It starts inside, so that a later
 * start finds what an earlier one left running there. Below an unreachable parent (a checkout
 * under /root) it enters as root before it drops to its account, and knows the place only as its
 * own working directory, which the kernel follows without walking the path.
 */
export function wayInto(site: Site, folder: string): { cwd: string; dataArgument: string } {
  return { cwd: folder, dataArgument: site.isReachable ? folder : '/proc/self/cwd' }
}

/**
 * A socket's path holds 107 bytes at most, hence a short name in /tmp. The inode is part of the
 * key: a folder moved aside while its server runs must not share the socket of its successor.
 */
export async function makeSocketDir(site: Site): Promise<Site> {
  const { dev, ino } = await stat(site.cluster)
  const uid = site.identity?.uid ?? process.getuid?.()
  const key = createHash('sha256').update(`${site.cluster}\n${dev}\n${ino}\n${uid}`).digest('hex')
  const socketDir = `/tmp/hil-postgres-${key.slice(0, 12)}`
  try {
    await mkdir(socketDir, { mode: 0o700 })
    if (site.identity) await lchown(socketDir, site.identity.uid, site.identity.gid)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
    const found = await lstat(socketDir)
    // Connections are trusted by who can open this folder, so one made by someone else is never used.
    if (!found.isDirectory() || found.uid !== uid) {
      throw new EmbeddedDatabaseError(
        `The folder ${socketDir} for the database's socket belongs to another account. Remove it and start again.`,
      )
    }
    await chmod(socketDir, 0o700)
  }
  return { ...site, socketDir }
}
