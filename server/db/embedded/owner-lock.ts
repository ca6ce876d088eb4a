import { readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { EmbeddedDatabaseError, folderTrouble } from './errors.ts'
import { type FileLock, tryLock } from './file-lock.ts'
import { followOwner } from './identity.ts'
import { type ProcessMark, isAlive, markOf } from './process-mark.ts'

type Owner = { purpose: string; command: string; since: string; mark: ProcessMark }

// A winner writes its name just after it has won; a loser gives it this long before answering without a name.
const nameLimitMs = 1_000

/**
 * Makes this process the only owner of the data folder until `release` or its end, even by kill -9.
 * Throws at once, naming the owner, when there is one. Not re-entrant: a second call in the same
 * process is refused too.
 */
export async function acquireDataDir(
  dataDir: string,
  who: { purpose: string },
): Promise<{ release: () => void }> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const folder = realpathSync(dataDir)
    const record = path.join(folder, 'owner.json')
    const lock = await winLock(folder, record)
    try {
      writeOwner(record, who.purpose)
      await Promise.all([followOwner(path.join(folder, 'owner.lock')), followOwner(record)])
    } catch (error) {
      lock.release()
      throw error
    }
    return { release: releaseOnce(lock, record) }
  } catch (error) {
    throw folderTrouble(dataDir, error)
  }
}

async function winLock(folder: string, record: string): Promise<FileLock> {
  const end = Date.now() + nameLimitMs
  for (;;) {
    const lock = tryLock(path.join(folder, 'owner.lock'))
    const owner = readOwner(record)
    const lives = owner !== null && isAlive(owner.mark)
    if (lock !== null && !lives) return lock
    // A living owner counts even when the lock is free: opening the lock's file elsewhere can lose it.
    lock?.release()
    if (lives || Date.now() >= end) throw new EmbeddedDatabaseError(refusal(folder, owner))
    await pause(20)
  }
}

function readOwner(record: string): Owner | null {
  try {
    return JSON.parse(readFileSync(record, 'utf8'))
  } catch {
    return null
  }
}

function writeOwner(record: string, purpose: string): void {
  const mark = markOf(process.pid)
  // Without /proc nobody could tell whether the record is stale: the lock alone decides there.
  if (mark === null) return
  const owner: Owner = { purpose, command: ownCommand(), since: new Date().toISOString(), mark }
  // Only the holder of the lock writes, so one name is enough and no litter gathers.
  const draft = `${record}.new`
  writeFileSync(draft, JSON.stringify(owner))
  renameSync(draft, record)
}

function releaseOnce(lock: FileLock, record: string): () => void {
  let isHeld = true
  return () => {
    // A second call must not take the name away from the next owner.
    if (!isHeld) return
    isHeld = false
    rmSync(record, { force: true })
    lock.release()
  }
}

// The script's name only: arguments may carry secrets.
function ownCommand(): string {
  const script = process.argv[1]
  return script === undefined ? 'node' : `node ${path.relative(process.cwd(), script)}`
}

function refusal(folder: string, owner: Owner | null): string {
  const wayOut = 'or set DATA_DIR to another folder'
  if (owner === null) {
    return `The data folder ${folder} is in use by another process, which has left no name. Stop it, ${wayOut}.`
  }
  const { purpose, command, since, mark } = owner
  const inUse = `The data folder ${folder} is in use by process ${mark.pid}`
  // A pid means nothing outside its namespace, so no kill is advised for one.
  return isAlive(mark)
    ? `${inUse} (${purpose}: ${command}) since ${since}. Stop it first (kill ${mark.pid}), ${wayOut}.`
    : `${inUse} of another container (${purpose}: ${command}) since ${since}. Stop that container first, ${wayOut}.`
}
