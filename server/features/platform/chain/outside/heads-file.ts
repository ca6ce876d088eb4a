import { mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '../../../../lib/file-store.ts'
import type { Head, Outside } from './outside.ts'

const ENDING = '.jsonl'
/** The longest line is a head of a thousand slots. */
const TAIL = 256 * 1024

/** A file for each chain, one head a line, only added to. */
export function headsInFolder(folder: string): Outside {
  const fileOf = (chainId: string) => path.join(folder, `${chainId}${ENDING}`)
  return {
    where: folder,
    async last(chainId) {
      const file = await open(fileOf(chainId), 'r').catch(unlessMissing)
      if (!file) return null
      try {
        return lastHead(await tailOf(file))
      } finally {
        await file.close()
      }
    },
    async append(chainId, heads) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = await open(fileOf(chainId), 'a+', 0o600)
      try {
        const tail = await tailOf(file)
        // A line that a crash cut off stays as it is, and is no head.
        const begin = tail === '' || tail.endsWith('\n') ? '' : '\n'
        const lines = heads.map((head) => `${JSON.stringify(head)}\n`).join('')
        await file.appendFile(begin + lines)
        await file.datasync()
      } finally {
        await file.close()
      }
      await syncFolder(folder)
    },
    async chains() {
      const names = (await readdir(folder).catch(unlessMissing)) ?? []
      return names
        .filter((name) => name.endsWith(ENDING))
        .map((name) => name.slice(0, -ENDING.length))
    },
  }
}

async function tailOf(file: FileHandle): Promise<string> {
  const { size } = await file.stat()
  const length = Math.min(size, TAIL)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
  return buffer.toString('utf8')
}

function lastHead(tail: string): Head | null {
  for (const line of tail.split('\n').toReversed()) {
    try {
      return JSON.parse(line) as Head
    } catch {
      // Cut off by a crash: the one before it is the last.
    }
  }
  return null
}

function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
