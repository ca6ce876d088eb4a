import { randomBytes } from 'node:crypto'
import { mkdir, open, opendir, readFile, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** The first and the last byte that are wanted, both included. */
export type ByteRange = { start: number; end: number }
/** A file to copy: its length, its SHA-256 in hexadecimal, and its bytes, started over for each try. */
export type FileSource = { bytes: number; sha256: string; open(): Readable }

/** Files under names that are ours, in one place; which one, see file-store-of.ts. */
export type FileStore = {
  /** Puts a file under a name: whole and safe when this ends, or not there at all. */
  write(name: string, bytes: Buffer): Promise<void>
  /** The same of a file that is too large to be held. */
  copyIn(name: string, source: FileSource): Promise<void>
  /** The bytes; null when there is no such file. */
  read(name: string): Promise<Buffer | null>
  /** How many bytes it has; null when there is no such file. */
  size(name: string): Promise<number | null>
  /** A stream of the whole or of a part that the file has; null when there is no such file. */
  stream(name: string, range?: ByteRange): Promise<Readable | null>
  /** Takes files away; those that are not there are no error. */
  remove(names: readonly string[]): Promise<void>
  /** The names of files last written before a moment, drafts that were never finished included. */
  olderThan(moment: Date): AsyncIterable<string>
}

/** Refuses what is no name of ours, such as a way out of the folder. */
export function checkName(name: string): string {
  if (!/^[\w-][\w.-]*$/.test(name)) throw new RangeError('This is not a name of ours.')
  return name
}

/** Files in one folder that only this account can read. */
export function fileStore(folder: string): FileStore {
  const at = (name: string) => path.join(folder, checkName(name))
  /** Written under another name first: nobody ever sees half a file. */
  const put = async (name: string, fill: (file: FileHandle) => Promise<void>) => {
    const place = at(name)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const draft = `${place}.${randomBytes(6).toString('hex')}.draft`
    try {
      await writeWhole(draft, fill)
      await rename(draft, place)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    await syncFolder(folder)
  }
  return {
    write: (name, bytes) => put(name, (file) => file.writeFile(bytes)),
    copyIn: (name, source) =>
      put(name, async (file) => {
        await file.writeFile(source.open())
        if ((await file.stat()).size !== source.bytes) throw new Error('A copy was cut short.')
      }),
    read: (name) => readFile(at(name)).catch(unlessMissing),
    async size(name) {
      return (await stat(at(name)).catch(unlessMissing))?.size ?? null
    },
    async stream(name, range) {
      const file = await open(at(name), 'r').catch(unlessMissing)
      // Opened before anything is answered: a file that goes meanwhile is still read to its end.
      return file && file.createReadStream(range)
    },
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

async function writeWhole(place: string, fill: (file: FileHandle) => Promise<void>): Promise<void> {
  const file = await open(place, 'wx', 0o600)
  try {
    await fill(file)
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
