import { lchown, readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError, codeOf, ownServerAdvice } from './errors.ts'
import { run } from './run.ts'

export type Identity = { uid: number; gid: number; name: string }

const preferredAccounts = ['postgres', 'nobody']

/**
 * The account PostgreSQL runs as, null for our own. PostgreSQL refuses to be root, so root lends it
 * the account that already owns the cluster, or an unprivileged one when there is no cluster yet.
 */
export async function identityFor(cluster: string): Promise<Identity | null> {
  const owner = await ownerOf(cluster)
  const own = process.getuid?.() ?? 0
  if (own === 0) {
    return owner !== null && owner.uid !== 0 ? owner : await unprivilegedAccount()
  }
  if (owner !== null && owner.uid !== own) {
    throw new EmbeddedDatabaseError(
      `The database in ${cluster} belongs to the account ${owner.name}, and this process runs as uid ${own}. Start it as ${owner.name} or as root, or set DATA_DIR to another folder.`,
    )
  }
  return null
}

/** Gives one file that root made to whoever owns the folder, so that a later start without root can open it. */
export async function followOwner(file: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  const { uid, gid } = await stat(path.dirname(file))
  await lchown(file, uid, gid)
}

/** A cluster copied back by root belongs to root; PostgreSQL starts only on files of its own account. */
export async function giveTo(identity: Identity, folder: string): Promise<void> {
  await lchown(folder, identity.uid, identity.gid)
  // By type, so that a symlinked tablespace is given but not entered.
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(path.join(entry.parentPath, entry.name), identity.uid, identity.gid)
  }
}

/** Whether the account can walk down to the folder; a checkout under /root usually stops it. */
export async function canReach(identity: Identity | null, folder: string): Promise<boolean> {
  if (identity === null) return true
  const probe = ['-c', 'cd -- "$1"', 'sh', folder]
  return (await run('/bin/sh', probe, { identity, cwd: '/', limitMs: 5_000 })).ok
}

async function ownerOf(cluster: string): Promise<Identity | null> {
  try {
    const { uid, gid } = await stat(cluster)
    const account = (await accounts()).find((one) => one.uid === uid)
    return { uid, gid, name: account?.name ?? `uid ${uid}` }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw error
  }
}

async function unprivilegedAccount(): Promise<Identity> {
  const known = await accounts()
  for (const name of preferredAccounts) {
    const account = known.find((one) => one.name === name && one.uid !== 0)
    if (account) return account
  }
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root and there is no account ${preferredAccounts.join(' or ')} to run it as. Start as an ordinary user, or ${ownServerAdvice}.`,
  )
}

async function accounts(): Promise<Identity[]> {
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    if (!name || !uid || !gid) return []
    return [{ name, uid: Number(uid), gid: Number(gid) }]
  })
}
