import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { Context } from '../../../context.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import { partOf } from '../../../http/ranges.ts'
import { notFound } from '../../../lib/app-error.ts'
import type { FileStore } from '../../../lib/file-store.ts'
import { fileStoreOf } from '../../../lib/file-store-of.ts'
import { ownerOf, piecesOf, typeOfName } from './file-names.ts'
import * as queries from './uploads.queries.ts'

const DAY_MS = 86_400_000
const PIECE = 500
/** Folders in which files are opened; one that is left was left by a crash. */
export const WORK_FOLDER = 'hil-media-'

/** The files of the gallery, and the pieces of what is on its way into it. */
export const mediaStore = ({ config }: Pick<Context, 'config'>): FileStore =>
  fileStoreOf(config, { folder: config.MEDIA_DIR, prefix: 'media/' })

type Asked = Pick<FastifyRequest, 'method' | 'headers'>

/** A picture or a video of the gallery, or the part of it that is asked for, as a stream. */
export async function mediaFile(
  context: Pick<Context, 'config'>,
  name: string,
  { method, headers }: Asked,
): Promise<FileAnswer> {
  const store = mediaStore(context)
  const size = await store.size(name)
  if (size === null) throw notFound('This file')
  const about = { name, type: typeOfName(name), shown: true, kept: true, size } as const
  if (method === 'HEAD') return { ...about, stream: null }
  const part = partOf(headers, size)
  if (part === 'none') return { ...about, stream: null, part }
  const stream = await store.stream(name, part ?? undefined)
  if (!stream) throw notFound('This file')
  return { ...about, stream, ...(part && { part }) }
}

/** Takes away files that no item has any more. Safe to do again. */
export async function removeMediaFiles(
  context: Pick<Context, 'config'>,
  names: readonly string[],
): Promise<void> {
  await mediaStore(context).remove(names)
}

/**
 * Gives up uploads older than a day, and removes files that nothing knows: a crash between file and row,
 * or between row and file, leaves some.
 */
export async function sweepMedia(context: Pick<Context, 'config' | 'db' | 'now'>): Promise<void> {
  const { db, now } = context
  const store = mediaStore(context)
  const dayAgo = new Date(now().getTime() - DAY_MS)
  for (;;) {
    const deleted = await queries.deleteOld(db, dayAgo, PIECE)
    for (const upload of deleted) await store.remove(piecesOf(upload))
    if (deleted.length < PIECE) break
  }
  await sweepStrays(context, store, dayAgo)
  await sweepWork()
}

async function sweepStrays(
  { db }: Pick<Context, 'db'>,
  store: FileStore,
  dayAgo: Date,
): Promise<void> {
  let some: { name: string; owner: NonNullable<ReturnType<typeof ownerOf>> }[] = []
  const flush = async () => {
    const [uploads, beginnings] = await Promise.all([
      queries.unfinished(
        db,
        unique(some.map(({ owner }) => ('uploadId' in owner ? owner.uploadId : null))),
      ),
      queries.namedBeginnings(
        db,
        unique(some.map(({ owner }) => ('beginning' in owner ? owner.beginning : null))),
      ),
    ])
    const known = ({ name, owner }: (typeof some)[number]) =>
      !name.endsWith('.draft') &&
      ('uploadId' in owner ? uploads.has(owner.uploadId) : beginnings.has(owner.beginning))
    await store.remove(some.filter((one) => !known(one)).map(({ name }) => name))
    some = []
  }
  for await (const name of store.olderThan(dayAgo)) {
    const owner = ownerOf(name)
    if (owner === null) continue
    some.push({ name, owner })
    if (some.length === PIECE) await flush()
  }
  await flush()
}

const unique = (values: readonly (string | null)[]) => [
  ...new Set(values.filter((value) => value !== null)),
]

/** By the clock of this machine, which is that of its folders: another process may be at work in one. */
async function sweepWork(): Promise<void> {
  const dayAgo = new Date(Date.now() - DAY_MS)
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(WORK_FOLDER)) continue
    const folder = path.join(tmpdir(), name)
    const found = await stat(folder).catch(() => null)
    // Another account may have made it; then it is that account's to remove.
    if (found && found.mtime < dayAgo && found.uid === process.getuid?.()) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
