import { accessSync, constants } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { codeOf, messageOf } from './errors.ts'

export type FileLock = { release: () => void }

// A collected handle would close its file and silently give up the lock.
const held = new Set<DatabaseSync>()

// SQLite's own result codes.
const busy = 5
const cannotOpen = 14

/**
 * Takes the file's lock at once, or says null. The kernel keeps it and drops it when the process
 * ends in whatever way, so it cannot be stale and two takers cannot both win. Node itself has no
 * file locks; SQLite, which is part of Node, has. Nothing is ever stored in the file.
 *
 * Nobody in this process may open the file otherwise: closing it again would free a POSIX lock.
 */
export function tryLock(file: string): FileLock | null {
  const handle = new DatabaseSync(file, { open: false, timeout: 0 })
  try {
    handle.open()
    // SQLite would open a file it may only read all the same, and then share the lock.
    accessSync(file, constants.W_OK)
    // With its journal in memory SQLite writes nothing at all: no second file, no need of free disk.
    handle.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
  } catch (error) {
    if (handle.isOpen) handle.close()
    const result = error instanceof Error && 'errcode' in error ? error.errcode : undefined
    if (result === busy) return null
    const told = new Error(`cannot lock ${file}: ${messageOf(error)}`, { cause: error })
    throw Object.assign(told, { code: result === cannotOpen ? 'EACCES' : codeOf(error) })
  }
  held.add(handle)
  return {
    release() {
      if (held.delete(handle)) handle.close()
    },
  }
}

/** Waits for the lock; null when the limit has passed. */
export async function waitForLock(file: string, limitMs: number): Promise<FileLock | null> {
  const end = Date.now() + limitMs
  for (;;) {
    const lock = tryLock(file)
    if (lock !== null || Date.now() >= end) return lock
    await pause(20)
  }
}
