import { randomBytes, randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { Config } from '../../../config.ts'
import type { Context } from '../../../context.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { notFound } from '../../../lib/app-error.ts'
import { openWith, sealWith } from '../../../lib/crypto.ts'
import type { FileStore } from '../../../lib/file-store.ts'
import { fileStoreOf } from '../../../lib/file-store-of.ts'
import type { Picture } from '../../../lib/pictures/frames.ts'
import { makePictures } from '../../../lib/pictures/make-pictures.ts'
import { prepareToRead, refuseWholeAadhaar } from './aadhaar-in-pictures.ts'
import { filesOf, pageFile, documentOf } from './page-files.ts'
import { checkTicket, ticketFor } from './page-ticket.ts'

const KEY_BYTES = 32
const DAY_MS = 86_400_000
const PIECE = 500

/**
 * Where pages of one kind are: each shelf has a folder, or a beginning of keys in S3, a name that its
 * sealed values and tickets are bound to, and the address at which staff see a page. What is of one
 * opens nowhere else.
 */
const SHELVES = {
  kyc_document: {
    folder: ({ DOCUMENTS_DIR }: Pick<Config, 'DOCUMENTS_DIR'>) => DOCUMENTS_DIR,
    prefix: 'documents/',
    address: '/api/admin/kyc/documents',
    ticket: 'kyc-document-page',
  },
  enquiry_attachment: {
    folder: ({ DOCUMENTS_DIR }: Pick<Config, 'DOCUMENTS_DIR'>) =>
      path.join(DOCUMENTS_DIR, 'enquiries'),
    prefix: 'documents/enquiries/',
    address: '/api/admin/enquiry-attachments',
    ticket: 'enquiry-attachment-page',
  },
}
export type Shelf = keyof typeof SHELVES
export type PageSize = { width: number; height: number }
export type PageLink = PageSize & { url: string }
export type PagePicture = Pick<Picture, 'width' | 'height' | 'webp'>

const keyContext = (shelf: Shelf, documentId: string) => `${shelf}:${documentId}:key`
const pageContext = (shelf: Shelf, documentId: string, page: number) =>
  `${shelf}:${documentId}:page:${page}`

/** The files of a shelf. */
function storeOf({ config }: Pick<Context, 'config'>, shelf: Shelf): FileStore {
  const { folder, prefix } = SHELVES[shelf]
  return fileStoreOf(config, { folder: folder(config), prefix })
}

/**
 * Decodes an upload in a process of its own into pictures of ours; refuses one that shows a whole
 * Aadhaar number. What was sent is never stored.
 */
export async function picturesOf(
  { log }: Pick<Context, 'log'>,
  file: UploadedFile,
): Promise<Picture[]> {
  prepareToRead()
  const pictures = await makePictures(file, (detail) =>
    log.warn({ detail }, 'the process that opens documents failed'),
  )
  await refuseWholeAadhaar(pictures, log)
  return pictures
}

export type Sealed = { documentId: string; sizes: PageSize[]; bytes: number; sealedKey: Buffer }

/**
 * Seals pages under a key of their own and keeps them. Files are written before the row that
 * `insert` writes, so a document that is known can be shown; without the row the files go again.
 */
export async function keepPages(
  context: Pick<Context, 'config' | 'vault'>,
  shelf: Shelf,
  pictures: readonly PagePicture[],
  insert: (sealed: Sealed) => Promise<void>,
): Promise<{ documentId: string; pages: number }> {
  const documentId = randomUUID()
  const key = randomBytes(KEY_BYTES)
  const sealedKey = await context.vault.seal(key, keyContext(shelf, documentId))
  const files = storeOf(context, shelf)
  try {
    for (const [index, { webp }] of pictures.entries()) {
      const page = index + 1
      const sealed = sealWith(key, webp, pageContext(shelf, documentId, page))
      await files.write(pageFile(documentId, page), sealed)
    }
    await insert({
      documentId,
      sizes: pictures.map(({ width, height }) => ({ width, height })),
      bytes: pictures.reduce((sum, { webp }) => sum + webp.length, 0),
      sealedKey,
    })
  } catch (error) {
    await files.remove(pictures.map((_, index) => pageFile(documentId, index + 1)))
    throw error
  }
  return { documentId, pages: pictures.length }
}

/** A link per page that works for five minutes and for this person only. */
export function pageLinks(
  { keys }: Pick<Context, 'keys'>,
  shelf: Shelf,
  { documentId, sizes }: { documentId: string; sizes: readonly PageSize[] },
  { staffId, now }: { staffId: number; now: Date },
): PageLink[] {
  const { ticket: purpose, address } = SHELVES[shelf]
  return sizes.map((size, index) => {
    const page = index + 1
    const ticket = ticketFor(keys, { purpose, documentId, page, staffId }, now)
    return { ...size, url: `${address}/${documentId}/${page}?ticket=${ticket}` }
  })
}

type Shown = { documentId: string; page: number; staffId: number; ticket: string }

/** One page as a picture, for whoever the link was made for; `find` gives what the row holds. */
export async function openPage(
  context: Pick<Context, 'vault' | 'keys' | 'config' | 'now'>,
  shelf: Shelf,
  { documentId, page, staffId, ticket }: Shown,
  find: () => Promise<{ sealedKey: Buffer; pages: number } | undefined>,
): Promise<FileAnswer> {
  const { vault, keys, now } = context
  const shown = { purpose: SHELVES[shelf].ticket, documentId, page, staffId }
  checkTicket(keys, shown, ticket, now())
  const document = await find()
  if (!document || page > document.pages) throw notFound('This page')
  const key = await vault.open(document.sealedKey, keyContext(shelf, documentId))
  const sealed = await storeOf(context, shelf).read(pageFile(documentId, page))
  if (!sealed) throw notFound('The file of this page')
  const picture = openWith(key, sealed, pageContext(shelf, documentId, page))
  return {
    stream: Readable.from([picture]),
    name: `page-${page}.webp`,
    type: 'image/webp',
    shown: true,
  }
}

/** Takes away the files of documents that are deleted. Safe to do again. */
export async function removeFiles(
  context: Pick<Context, 'config'>,
  shelf: Shelf,
  documentIds: readonly string[],
): Promise<void> {
  await storeOf(context, shelf).remove(documentIds.flatMap(filesOf))
}

export type ShelfRows = {
  /** Deletes at most `limit` uploads older than `before` that nothing names; gives which. */
  deleteLoose(before: Date, limit: number): Promise<string[]>
  /** Those of the ids that have a row. */
  existing(documentIds: readonly string[]): Promise<Set<string>>
}

/** Deletes uploads that nothing named within a day, and files of the shelf that no row knows. */
export async function sweepShelf(
  context: Pick<Context, 'config' | 'now'>,
  shelf: Shelf,
  rows: ShelfRows,
): Promise<void> {
  const dayAgo = new Date(context.now().getTime() - DAY_MS)
  for (;;) {
    const deleted = await rows.deleteLoose(dayAgo, PIECE)
    await removeFiles(context, shelf, deleted)
    if (deleted.length < PIECE) break
  }
  await sweepStrays(storeOf(context, shelf), rows, dayAgo)
}

/** A crash between file and row, or between row and file, leaves files that nothing can open. */
async function sweepStrays(
  files: FileStore,
  { existing }: Pick<ShelfRows, 'existing'>,
  dayAgo: Date,
): Promise<void> {
  let piece: string[] = []
  const flush = async () => {
    const known = await existing(piece.flatMap((file) => documentOf(file) ?? []))
    await files.remove(
      piece.filter((file) => file.endsWith('.draft') || !known.has(documentOf(file) ?? '')),
    )
    piece = []
  }
  for await (const file of files.olderThan(dayAgo)) {
    if (documentOf(file) === null) continue
    piece.push(file)
    if (piece.length === PIECE) await flush()
  }
  await flush()
}
