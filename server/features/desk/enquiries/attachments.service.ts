import type { Context } from '../../../context.ts'
import { transaction, type Db, type Tx } from '../../../db/database.ts'
import type { MemberCaller, StaffCaller } from '../../../http/caller.ts'
import type { FileAnswer } from '../../../http/mount.ts'
import type { UploadedFile } from '../../../http/upload.ts'
import { invalidField } from '../../../lib/app-error.ts'
import {
  keepPages,
  openPage,
  picturesOf,
  sweepShelf,
  type PagePicture,
} from '../../people/kyc-documents/index.ts'
import { lockedSelf } from '../../people/members/index.ts'
import { takeFromWindow } from '../../platform/throttle/index.ts'
import * as queries from './attachments.queries.ts'

const UPLOADS_AN_HOUR = 30
const DAY_MS = 86_400_000
const SHELF = 'enquiry_attachment'

type Uploaded = { attachmentId: string; pages: number }

/** Takes an upload for an enquiry: opened, looked at for an Aadhaar number and sealed, as for KYC. */
export async function uploadAttachment(
  context: Context,
  { memberId }: MemberCaller,
  file: UploadedFile,
): Promise<Uploaded> {
  await takeFromWindow(context.db, `enquiry-upload:${memberId}`, {
    limit: UPLOADS_AN_HOUR,
    windowSeconds: 3600,
  })
  return keepAttachment(context, memberId, await picturesOf(context, file))
}

/** Keeps pictures as an upload of a member that no message names yet. */
export async function keepAttachment(
  context: Pick<Context, 'db' | 'config' | 'vault' | 'now'>,
  memberId: number,
  pictures: readonly PagePicture[],
): Promise<Uploaded> {
  const { documentId, pages } = await keepPages(context, SHELF, pictures, (sealed) =>
    transaction(context.db, async (tx) => {
      // Decoding takes seconds, in which the member may have been erased.
      await lockedSelf(tx, memberId)
      await queries.insertAttachment(tx, { ...sealed, memberId, at: context.now() })
    }),
  )
  return { attachmentId: documentId, pages }
}

/** Ties uploads to the message that names them, once; refuses what is not this member's to name. */
export async function attachTo(
  tx: Tx,
  named: { messageId: string; memberId: number; attachmentIds: readonly string[]; at: Date },
): Promise<void> {
  const attachmentIds = [...new Set(named.attachmentIds)]
  if (attachmentIds.length === 0) return
  const since = new Date(named.at.getTime() - DAY_MS)
  const attached = await queries.attach(tx, { ...named, attachmentIds, since })
  if (attached === attachmentIds.length) return
  throw invalidField(
    'attachmentIds',
    'An attachment is not there: it was uploaded more than a day ago, or was sent already. Upload it again.',
  )
}

/** One page of an attachment as a picture, for whoever the link was made for. */
export async function attachmentPage(
  context: Context,
  { staffId }: StaffCaller,
  { attachmentId, page }: { attachmentId: string; page: number },
  ticket: string,
): Promise<FileAnswer> {
  return openPage(context, SHELF, { documentId: attachmentId, page, staffId, ticket }, () =>
    queries.sealedKeyOf(context.db, attachmentId),
  )
}

/** Deletes a member's attachments in the transaction; a job of it removes the files, whose key is gone. */
export async function deleteAttachmentsOf(
  { jobs }: Pick<Context, 'jobs'>,
  tx: Tx,
  memberId: number,
): Promise<void> {
  const documentIds = await queries.deleteOfMember(tx, memberId)
  if (documentIds.length > 0) await jobs.send(tx, 'document-files', { documentIds, shelf: SHELF })
}

/** Deletes uploads that no message named within a day, and files that no row knows. */
export async function sweepAttachments(
  context: Pick<Context, 'config' | 'now'> & { db: Db },
): Promise<void> {
  const { db } = context
  await sweepShelf(context, SHELF, {
    deleteLoose: (before, limit) => queries.deleteLoose(db, before, limit),
    existing: (attachmentIds) => queries.existing(db, attachmentIds),
  })
}
