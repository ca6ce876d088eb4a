import { createReadStream } from 'node:fs'
import { opendir } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../../../config.ts'
import type { Manifest } from './manifest.ts'
import { together, type Sums } from './sums.ts'

export type Store = { name: 'documents' | 'media'; folder: string }

/** The folders that hold files of ours; none where they are in a bucket. */
export function storesOf({
  files,
  DOCUMENTS_DIR,
  MEDIA_DIR,
}: Pick<Config, 'files' | 'DOCUMENTS_DIR' | 'MEDIA_DIR'>): Store[] {
  if (files !== null) return []
  return [
    { name: 'documents', folder: DOCUMENTS_DIR },
    { name: 'media', folder: MEDIA_DIR },
  ]
}

type Found = { from: string; name: string }

/** Every finished file below a folder; a folder that is not there has none. */
async function* walk(folder: string, name: string): AsyncGenerator<Found> {
  const listing = await opendir(folder).catch(unlessMissing)
  if (listing === null) return
  for await (const entry of listing) {
    const from = path.join(folder, entry.name)
    const below = `${name}/${entry.name}`
    if (entry.isDirectory()) yield* walk(from, below)
    else if (entry.isFile() && !entry.name.endsWith('.draft')) yield { from, name: below }
  }
}

async function* walkAll(stores: readonly Store[]): AsyncGenerator<Found> {
  for (const { name, folder } of stores) yield* walk(folder, `files/${name}`)
}

/**
 * Copies every file of the stores into the backup. Files are only ever added and deleted, so one that
 * is read is whole; one that is deleted before its turn is passed over.
 */
export async function copyStores(
  stores: readonly Store[],
  sums: Sums,
): Promise<Pick<Manifest['files'], 'count' | 'bytes'>> {
  const copied = { count: 0, bytes: 0 }
  await together(walkAll(stores), async ({ from, name }) => {
    const stream = await opened(from)
    if (stream === null) return
    copied.bytes += await sums.write(name, stream)
    copied.count++
  })
  return copied
}

function opened(file: string): Promise<Readable | null> {
  return new Promise((resolve, reject) => {
    const stream = createReadStream(file)
    stream.once('open', () => resolve(stream))
    stream.once('error', (error) => {
      if ('code' in error && error.code === 'ENOENT') resolve(null)
      else reject(error)
    })
  })
}

export function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}
