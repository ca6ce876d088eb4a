import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { BackupError } from './backup-error.ts'
import { damaged, SUMS } from './manifest.ts'

const AT_ONCE = 8
const LINE = /^([0-9a-f]{64}) {2}((?:data|files)\/[\w.\-/]+)$/

/** The list of checksums of a backup as it is written, in the form that `sha256sum -c` reads. */
export type Sums = {
  /** Writes a stream into a new file of the backup, safe on the disk, and notes its checksum. */
  write(name: string, bytes: Readable): Promise<number>
  /** Ends the list and gives its own SHA-256 in hexadecimal. */
  finish(): Promise<string>
}

export async function openSums(dir: string): Promise<Sums> {
  const list = await open(path.join(dir, SUMS), 'wx', 0o600)
  const whole = createHash('sha256')
  return {
    async write(name, bytes) {
      const file = path.join(dir, name)
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 })
      const { sum, size } = await writeSummed(file, bytes)
      await append(list, whole, `${sum}  ${name}\n`)
      return size
    },
    async finish() {
      await list.sync()
      await list.close()
      return whole.digest('hex')
    },
  }
}

/** The list is hashed and written in one step, so that lines of files at work together stay in order. */
function append(list: FileHandle, whole: Hash, line: string): Promise<void> {
  whole.update(line)
  const before = lastLines.get(list) ?? Promise.resolve()
  const written = before.then(() => list.appendFile(line))
  lastLines.set(list, written)
  return written
}
const lastLines = new WeakMap<FileHandle, Promise<void>>()

export async function writeSummed(
  file: string,
  bytes: Readable,
): Promise<{ sum: string; size: number }> {
  const hash = createHash('sha256')
  let size = 0
  const handle = await open(file, 'wx', 0o600)
  try {
    for await (const piece of bytes) {
      hash.update(piece)
      size += piece.length
      await handle.appendFile(piece)
    }
    await handle.sync()
  } finally {
    bytes.destroy()
    await handle.close()
  }
  return { sum: hash.digest('hex'), size }
}

export type Listed = { name: string; sum: string }

/** The files that a backup lists; refuses a list that is not the one its manifest names. */
export async function readSums(dir: string, expected: string): Promise<Listed[]> {
  const file = path.join(dir, SUMS)
  if ((await sumOf(dir, SUMS)) !== expected) throw damaged(dir, SUMS)
  const listed: Listed[] = []
  for await (const line of createInterface(createReadStream(file))) {
    const [, sum, name] = LINE.exec(line) ?? []
    if (sum === undefined || name === undefined || name.includes('../..')) throw damaged(dir, SUMS)
    listed.push({ name, sum })
  }
  return listed
}

/** Reads every file and compares; refuses the first that is missing or another. */
export async function checkSums(dir: string, listed: readonly Listed[]): Promise<void> {
  await together(listed.values(), async ({ name, sum }) => {
    if ((await sumOf(dir, name)) !== sum) throw damaged(dir, name)
  })
}

async function sumOf(dir: string, name: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const piece of createReadStream(path.join(dir, name))) hash.update(piece)
  } catch (cause) {
    throw new BackupError(
      `${name} of the backup in ${dir} is missing or cannot be read. Take another backup; nothing was restored.`,
      { cause },
    )
  }
  return hash.digest('hex')
}

/** Does something with each, a few at once; the first failure ends it. */
export async function together<T>(
  items: AsyncIterator<T> | Iterator<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  let stopped = false
  const worker = async () => {
    while (!stopped) {
      const { value, done } = await items.next()
      if (done) return
      await work(value).catch((error: unknown) => {
        stopped = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
}
