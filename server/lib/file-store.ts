import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

export type FileStore = {
  /** Puts a file under a name: whole and on disk when this ends, or not there at all. */
  write(name: string, bytes: Buffer): Promise<void>
  /** The bytes; null when there is no such file. */
  read(name: string): Promise<Buffer | null>
  /** Takes files away; those that are not there are no error. */
  remove(names: readonly string[]): Promise<void>
  /** The names of files last written before a moment, drafts that were never finished included. */
  olderThan(moment: Date): AsyncIterable<string>
}

/** Files in one folder that only this account can read, under names that are ours. */
export function fileStore(folder: string): FileStore {
  const at = (name: string) => {
    if (!/^[\w-][\w.-]*$/.test(name)) throw new RangeError('This is not a name of ours.')
    return path.join(folder, name)
  }
  return {
    async write(name, bytes) {
      const place = at(name)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const draft = `${place}.${randomBytes(6).toString('hex')}.draft`
      try {
        await writeWhole(draft, bytes)
        await rename(draft, place)
      } catch (error) {
        await rm(draft, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    read: (name) => readFile(at(name)).catch(unlessMissing),
    async remove(names) {
      for (const name of names) await rm(at(name), { force: true })
    },
    async *olderThan(moment) {
      const listing = await opendir(folder).catch(unlessMissing)
      if (!listing) return
      for await (const entry of listing) {
        const found = await stat(path.join(folder, entry.name)).catch(unlessMissing)
        if (found?.isFile() && found.mtime < moment) yield entry.name
      }
    },
  }
}

async function writeWhole(place: string, bytes: Buffer): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** A new name is safe only once its folder is on disk too. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
