import { randomBytes, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DocumentField } from '../../../contract/kyc-states.ts'
import type { Context } from '../../context.ts'
import { transaction, type Tx } from '../../db/database.ts'
import type { MemberCaller, StaffCaller } from '../../http/caller.ts'
import type { FileAnswer } from '../../http/mount.ts'
import type { UploadedFile } from '../../http/upload.ts'
import { invalidField, notFound } from '../../lib/app-error.ts'
import { openWith, sealWith, sha256 } from '../../lib/crypto.ts'
import { fileStore } from '../../lib/file-store.ts'
import type { Picture } from '../../lib/pictures/frames.ts'
import { makePictures } from '../../lib/pictures/make-pictures.ts'
import { requireKycConsent } from '../members/consents.service.ts'
import { lockedSelf } from '../members/standing.service.ts'
import { takeFromWindow } from '../throttle/throttle.service.ts'
import { prepareToRead, refuseWholeAadhaar } from './aadhaar-in-pictures.ts'
import * as queries from './kyc-documents.queries.ts'
import { pageFile } from './page-files.ts'
import { checkTicket, ticketFor } from './page-ticket.ts'

const UPLOADS_AN_HOUR = 30
const KEY_BYTES = 32
const keyContext = (documentId: string) => `kyc_document:${documentId}:key`
const pageContext = (documentId: string, page: number) => `kyc_document:${documentId}:page:${page}`

type Kept = {
  memberId: number
  field: DocumentField
  bytes: Buffer
  pictures: readonly Pick<Picture, 'width' | 'height' | 'webp'>[]
}

/**
 * Takes an upload: decodes it in a process of its own, refuses one that shows a whole Aadhaar number,
 * and keeps each page as a picture of ours, sealed under the document's own key. What was sent is
 * never stored. Files are written before the row, so a document that is known can be shown.
 */
export async function uploadDocument(
  context: Context,
  { memberId }: MemberCaller,
  field: DocumentField,
  file: UploadedFile,
): Promise<{ documentId: string; pages: number }> {
  const { db, log } = context
  await requireKycConsent(db, memberId)
  await takeFromWindow(db, `kyc-upload:${memberId}`, {
    limit: UPLOADS_AN_HOUR,
    windowSeconds: 3600,
  })
  prepareToRead()
  const pictures = await makePictures(file, (detail) =>
    log.warn({ detail }, 'the process that opens documents failed'),
  )
  await refuseWholeAadhaar(pictures, log)
  return keepDocument(context, { memberId, field, bytes: file.bytes, pictures })
}

/**
 * Seals the pages of a document under a key of its own and keeps them. `bytes` is what they were made
 * from: only its keyed digest is kept, by which the same upload of another member is found.
 */
export async function keepDocument(
  context: Context,
  { memberId, field, bytes, pictures }: Kept,
): Promise<{ documentId: string; pages: number }> {
  const { db, vault, config } = context
  const documentId = randomUUID()
  const key = randomBytes(KEY_BYTES)
  const sealedKey = await vault.seal(key, keyContext(documentId))
  const digest = await vault.digest('kyc_document', sha256(bytes).toString('hex'))
  const files = fileStore(config.DOCUMENTS_DIR)
  try {
    for (const [index, { webp }] of pictures.entries()) {
      const page = index + 1
      await files.write(
        pageFile(documentId, page),
        sealWith(key, webp, pageContext(documentId, page)),
      )
    }
    await transaction(db, async (tx) => {
      // Decoding takes seconds, in which he may have been erased or have withdrawn his consent.
      await lockedSelf(tx, memberId)
      await requireKycConsent(tx, memberId)
      await queries.insertDocument(tx, {
        documentId,
        memberId,
        field,
        sizes: pictures.map(({ width, height }) => ({ width, height })),
        bytes: pictures.reduce((sum, { webp }) => sum + webp.length, 0),
        sealedKey,
        digest,
        uploadedAt: context.now(),
      })
    })
  } catch (error) {
    await files.remove(pictures.map((_, index) => pageFile(documentId, index + 1)))
    throw error
  }
  return { documentId, pages: pictures.length }
}

/** Ties an upload to the field that names it, once; refuses one that is not this member's for this field. */
export async function attachDocument(
  tx: Tx,
  named: { memberId: number; field: string; documentId: string; at: Date },
): Promise<void> {
  if (await queries.takeLoose(tx, named)) return
  throw invalidField(
    `${named.field}.documentId`,
    'This document is not there: it was uploaded more than a day ago, for another field, or was sent already. Upload it again.',
  )
}

export type PageLink = queries.PageSize & { url: string }

/** For each document, a link per page that works for five minutes and for this person only. */
export async function documentLinks(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  documentIds: readonly string[],
  staffId: number,
  now: Date,
): Promise<Map<string, PageLink[]>> {
  const documents = await queries.sizesOf(db, documentIds)
  return new Map(
    documents.map(({ documentId, sizes }) => [
      documentId,
      sizes.map((size, index) => {
        const page = index + 1
        const ticket = ticketFor(keys, { documentId, page, staffId }, now)
        return { ...size, url: `/api/admin/kyc/documents/${documentId}/${page}?ticket=${ticket}` }
      }),
    ]),
  )
}

/** One page as a picture, for whoever the link was made for. */
export async function documentPage(
  { db, vault, keys, config, now }: Context,
  { staffId }: StaffCaller,
  { documentId, page }: { documentId: string; page: number },
  ticket: string,
): Promise<FileAnswer> {
  checkTicket(keys, { documentId, page, staffId }, ticket, now())
  const document = await queries.sealedKeyOf(db, documentId)
  if (!document || page > document.pages) throw notFound('This page')
  const key = await vault.open(document.sealedKey, keyContext(documentId))
  const sealed = await fileStore(config.DOCUMENTS_DIR).read(pageFile(documentId, page))
  if (!sealed) throw notFound('The file of this page')
  const picture = openWith(key, sealed, pageContext(documentId, page))
  return {
    stream: Readable.from([picture]),
    name: `page-${page}.webp`,
    type: 'image/webp',
    shown: true,
  }
}

/**
 * Deletes a member's documents in the transaction. With the row goes the only key of its files, so
 * from the commit on nobody can read them; a job of the same transaction removes the files.
 */
export async function deleteDocumentsOf(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  memberId: number,
): Promise<void> {
  const documentIds = await queries.deleteOfMember(tx, memberId)
  if (documentIds.length > 0) await jobs.send(tx, 'document-files', { documentIds })
}

/** Deletes documents in the same way, such as those that others have taken the place of. */
export async function deleteDocuments(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  documentIds: string[],
): Promise<void> {
  if (documentIds.length === 0) return
  await queries.deleteDocuments(tx, documentIds)
  await jobs.send(tx, 'document-files', { documentIds })
}
