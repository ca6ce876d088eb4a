import type { Context } from '../../../context.ts'
import * as queries from './kyc-documents.queries.ts'
import { removeFiles, sweepShelf, type Shelf } from './sealed-pages.service.ts'

/** Takes away the files of documents that are deleted. Safe to do again. */
export async function removeDocumentFiles(
  context: Pick<Context, 'config'>,
  documentIds: readonly string[],
  shelf: Shelf = 'kyc_document',
): Promise<void> {
  await removeFiles(context, shelf, documentIds)
}

/** Deletes uploads that were named in no submission within a day, and files that no row knows. */
export async function sweepDocuments(
  context: Pick<Context, 'db' | 'config' | 'now'>,
): Promise<void> {
  const { db } = context
  await sweepShelf(context, 'kyc_document', {
    deleteLoose: (before, limit) => queries.deleteLoose(db, before, limit),
    existing: (documentIds) => queries.existing(db, documentIds),
  })
}
