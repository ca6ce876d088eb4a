import type { DocumentField } from '../../../../contract/people/kyc-states.ts'
import type { Context } from '../../../context.ts'
import { transaction, type Tx } from '../../../db/database.ts'
import type { MemberCaller, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { invalidField } from '../../../lib/app-error.ts'
import { sha256 } from '../../../lib/crypto.ts'
import { lockedSelf, requireKycConsent } from '../members/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import * as queries from './kyc-documents.queries.ts'
import {
  keepPages,
  openPage,
  pageLinks,
  picturesOf,
  type PageLink,
  type PagePicture,
} from './sealed-pages.service.ts'

const UPLOADS_AN_HOUR = 30

type Kept = {
  memberId: number
  field: DocumentField
  bytes: Buffer
  pictures: readonly PagePicture[]
}

/** Takes an upload: opens it, refuses a whole Aadhaar number, and keeps each page as a picture of ours. */
export async function uploadDocument(
  context: Context,
  { memberId }: MemberCaller,
  field: DocumentField,
  file: UploadedFile,
): Promise<{ documentId: string; pages: number }> {
  const { db } = context
  await requireKycConsent(db, memberId)
  await takeFromWindow(db, `kyc-upload:${memberId}`, {
    limit: UPLOADS_AN_HOUR,
    windowSeconds: 3600,
  })
  const pictures = await picturesOf(context, file)
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
  const { db, vault, now } = context
  const digest = await vault.digest('kyc_document', sha256(bytes).toString('hex'))
  return keepPages(context, 'kyc_document', pictures, (sealed) =>
    transaction(db, async (tx) => {
      // Decoding takes seconds, in which the member may have been erased or have withdrawn consent.
      await lockedSelf(tx, memberId)
      await requireKycConsent(tx, memberId)
      await queries.insertDocument(tx, { ...sealed, memberId, field, digest, uploadedAt: now() })
    }),
  )
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

/** For each document, a link per page that works for five minutes and for this person only. */
export async function documentLinks(
  { db, keys }: Pick<Context, 'db' | 'keys'>,
  documentIds: readonly string[],
  staffId: number,
  now: Date,
): Promise<Map<string, PageLink[]>> {
  const documents = await queries.sizesOf(db, documentIds)
  return new Map(
    documents.map((document) => [
      document.documentId,
      pageLinks({ keys }, 'kyc_document', document, { staffId, now }),
    ]),
  )
}

/** One page as a picture, for whoever the link was made for. */
export async function documentPage(
  context: Context,
  { staffId }: StaffCaller,
  { documentId, page }: { documentId: string; page: number },
  ticket: string,
): Promise<FileAnswer> {
  return openPage(context, 'kyc_document', { documentId, page, staffId, ticket }, () =>
    queries.sealedKeyOf(context.db, documentId),
  )
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
